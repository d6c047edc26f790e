/** Tests of the data path over in-memory stores. */
@NullMarked
package io.giza.testkit.stripe;

import org.jspecify.annotations.NullMarked;
