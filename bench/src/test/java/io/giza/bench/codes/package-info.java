@NullMarked
package io.giza.bench.codes;

import org.jspecify.annotations.NullMarked;
