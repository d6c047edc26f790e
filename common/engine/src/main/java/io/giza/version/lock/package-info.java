/** What object lock asks of records that would end a locked version. */
@NullMarked
package io.giza.version.lock;

import org.jspecify.annotations.NullMarked;
