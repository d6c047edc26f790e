/** How a store that was restored from an older copy is kept from serving. */
@NullMarked
package io.giza.commit.rollback;

import org.jspecify.annotations.NullMarked;
