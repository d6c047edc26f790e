/** Fragments of one version that are rebuilt, poisoned or removed. */
@NullMarked
package io.giza.stripe.repair;

import org.jspecify.annotations.NullMarked;
