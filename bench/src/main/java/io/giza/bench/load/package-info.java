/** The end-to-end driver: clients that put and get objects and watch what it costs. */
@NullMarked
package io.giza.bench.load;

import org.jspecify.annotations.NullMarked;
