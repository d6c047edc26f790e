@NullMarked
package io.giza.metadata.row;

import org.jspecify.annotations.NullMarked;
