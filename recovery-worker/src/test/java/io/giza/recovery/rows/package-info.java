@NullMarked
package io.giza.recovery.rows;

import org.jspecify.annotations.NullMarked;
