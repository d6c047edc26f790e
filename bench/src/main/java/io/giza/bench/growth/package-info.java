/** What puts and gets cost beside many keys. */
@NullMarked
package io.giza.bench.growth;

import org.jspecify.annotations.NullMarked;
