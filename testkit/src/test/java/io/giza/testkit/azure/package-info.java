@NullMarked
package io.giza.testkit.azure;

import org.jspecify.annotations.NullMarked;
