@NullMarked
package io.giza.standalone;

import org.jspecify.annotations.NullMarked;
