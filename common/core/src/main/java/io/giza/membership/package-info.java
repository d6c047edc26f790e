/**
 * Which stores make up a data center in an epoch, and whether a store may serve: replaced stores,
 * epochs and identities.
 */
@NullMarked
package io.giza.membership;

import org.jspecify.annotations.NullMarked;
