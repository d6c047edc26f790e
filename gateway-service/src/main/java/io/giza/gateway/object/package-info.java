/** Objects of a gateway, free of S3: put, get, delete and list. */
@NullMarked
package io.giza.gateway.object;

import org.jspecify.annotations.NullMarked;
