/** Tests of the blob stores under their contract. */
@NullMarked
package io.giza.fragment.store;

import org.jspecify.annotations.NullMarked;
