@NullMarked
package io.giza.topology;

import org.jspecify.annotations.NullMarked;
