/** Commands for those who look for the cause of a fault. */
@NullMarked
package io.giza.cli.diagnosis;

import org.jspecify.annotations.NullMarked;
