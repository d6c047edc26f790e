/** Forms of browsers, right, wrong and hostile ones. */
@NullMarked
package io.giza.gateway.s3.form;

import org.jspecify.annotations.NullMarked;
