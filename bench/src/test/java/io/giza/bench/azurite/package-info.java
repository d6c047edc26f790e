@NullMarked
package io.giza.bench.azurite;

import org.jspecify.annotations.NullMarked;
