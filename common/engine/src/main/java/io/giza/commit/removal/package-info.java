/** How a row whose versions are all gone is removed, and how rows forget what nobody needs. */
@NullMarked
package io.giza.commit.removal;

import org.jspecify.annotations.NullMarked;
