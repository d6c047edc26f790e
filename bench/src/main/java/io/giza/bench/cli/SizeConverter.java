package io.giza.bench.cli;

import io.giza.config.ByteSize;

import picocli.CommandLine.ITypeConverter;

/** Reads sizes such as 4MiB. */
public final class SizeConverter implements ITypeConverter<ByteSize> {
    @Override
    public ByteSize convert(String value) {
        return ByteSize.valueOf(value);
    }
}
