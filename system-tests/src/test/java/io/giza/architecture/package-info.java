@NullMarked
package io.giza.architecture;

import org.jspecify.annotations.NullMarked;
