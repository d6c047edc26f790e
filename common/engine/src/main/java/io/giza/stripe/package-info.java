/** The data path: writing and reading the coded fragments of an object. */
@NullMarked
package io.giza.stripe;

import org.jspecify.annotations.NullMarked;
