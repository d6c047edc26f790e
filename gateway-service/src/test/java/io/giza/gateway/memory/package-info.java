/** Budgets of memory. */
@NullMarked
package io.giza.gateway.memory;

import org.jspecify.annotations.NullMarked;
