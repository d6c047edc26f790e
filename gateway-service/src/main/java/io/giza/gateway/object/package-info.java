/** What the gateway does with objects, free of S3: the stories of put, get, delete and list. */
@NullMarked
package io.giza.gateway.object;

import org.jspecify.annotations.NullMarked;
