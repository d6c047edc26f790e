@NullMarked
package io.giza.console;

import org.jspecify.annotations.NullMarked;
