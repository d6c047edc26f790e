/** Uploads by the forms of browsers: multipart/form-data with a signed policy. */
@NullMarked
package io.giza.gateway.s3.form;

import org.jspecify.annotations.NullMarked;
