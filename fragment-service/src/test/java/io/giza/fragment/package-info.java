/** Tests of the fragment service as a whole. */
@NullMarked
package io.giza.fragment;

import org.jspecify.annotations.NullMarked;
