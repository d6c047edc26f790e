@NullMarked
package io.giza.http.address;

import org.jspecify.annotations.NullMarked;
