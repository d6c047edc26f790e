@NullMarked
package io.giza.bench.growth;

import org.jspecify.annotations.NullMarked;
