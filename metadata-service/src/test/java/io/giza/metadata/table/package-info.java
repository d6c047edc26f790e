@NullMarked
package io.giza.metadata.table;

import org.jspecify.annotations.NullMarked;
