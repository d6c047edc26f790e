/** Access keys: sealed, made, looked up. */
@NullMarked
package io.giza.gateway.key;

import org.jspecify.annotations.NullMarked;
