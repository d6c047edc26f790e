@NullMarked
package io.giza.http.server;

import org.jspecify.annotations.NullMarked;
