@NullMarked
package io.giza.cli;

import org.jspecify.annotations.NullMarked;
