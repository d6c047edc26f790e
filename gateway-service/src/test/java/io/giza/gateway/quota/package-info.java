/** Access keys: sealed, made, looked up. */
@NullMarked
package io.giza.gateway.quota;

import org.jspecify.annotations.NullMarked;
