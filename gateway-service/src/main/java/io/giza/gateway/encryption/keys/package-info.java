/** Who wraps data keys: the cluster's own key, clients' keys, and keepers of named keys. */
@NullMarked
package io.giza.gateway.encryption.keys;

import org.jspecify.annotations.NullMarked;
