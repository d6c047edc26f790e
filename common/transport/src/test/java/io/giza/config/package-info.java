@NullMarked
package io.giza.config;

import org.jspecify.annotations.NullMarked;
