/** How the bytes of an encrypted object are laid out. */
@NullMarked
package io.giza.encryption;

import org.jspecify.annotations.NullMarked;
