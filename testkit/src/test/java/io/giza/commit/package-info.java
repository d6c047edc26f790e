/** Tests of the metadata path that need the simulator. */
@NullMarked
package io.giza.commit;

import org.jspecify.annotations.NullMarked;
