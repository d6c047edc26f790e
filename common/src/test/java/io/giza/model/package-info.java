@NullMarked
package io.giza.model;

import org.jspecify.annotations.NullMarked;
