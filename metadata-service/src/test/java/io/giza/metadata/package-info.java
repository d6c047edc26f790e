@NullMarked
package io.giza.metadata;

import org.jspecify.annotations.NullMarked;
