/** What a cluster costs that has objects and nothing to do. */
@NullMarked
package io.giza.bench.idle;

import org.jspecify.annotations.NullMarked;
