@NullMarked
package io.giza.standalone.plan;

import org.jspecify.annotations.NullMarked;
