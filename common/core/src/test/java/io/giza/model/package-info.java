/** Tests of the nouns. */
@NullMarked
package io.giza.model;

import org.jspecify.annotations.NullMarked;
