/** The metadata path: committing, reading and listing versions. */
@NullMarked
package io.giza.commit;

import org.jspecify.annotations.NullMarked;
