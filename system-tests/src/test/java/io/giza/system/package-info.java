/** Whole clusters, driven from outside as their users do. */
@NullMarked
package io.giza.system;

import org.jspecify.annotations.NullMarked;
