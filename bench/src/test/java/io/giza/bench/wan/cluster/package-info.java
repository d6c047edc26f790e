@NullMarked
package io.giza.bench.wan.cluster;

import org.jspecify.annotations.NullMarked;
