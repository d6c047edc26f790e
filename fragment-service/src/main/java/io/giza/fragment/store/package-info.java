/** Where the bytes of fragments are kept. */
@NullMarked
package io.giza.fragment.store;

import org.jspecify.annotations.NullMarked;
