@NullMarked
package io.giza.bench.wan.network;

import org.jspecify.annotations.NullMarked;
