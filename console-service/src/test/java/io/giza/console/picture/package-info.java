@NullMarked
package io.giza.console.picture;

import org.jspecify.annotations.NullMarked;
