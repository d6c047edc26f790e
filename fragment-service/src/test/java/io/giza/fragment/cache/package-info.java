/** Tests of copies of other data centers' fragments. */
@NullMarked
package io.giza.fragment.cache;

import org.jspecify.annotations.NullMarked;
