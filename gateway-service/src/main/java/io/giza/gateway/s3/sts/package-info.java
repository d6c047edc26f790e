/** STS: temporary credentials, by the API that SDKs ask for them. */
@NullMarked
package io.giza.gateway.s3.sts;

import org.jspecify.annotations.NullMarked;
