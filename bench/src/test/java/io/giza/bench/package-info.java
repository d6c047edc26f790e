@NullMarked
package io.giza.bench;

import org.jspecify.annotations.NullMarked;
