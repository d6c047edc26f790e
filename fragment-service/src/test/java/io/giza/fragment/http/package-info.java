@NullMarked
package io.giza.fragment.http;

import org.jspecify.annotations.NullMarked;
