#!/usr/bin/perl
# A checker of records of the format witnessmark/1.2, written from docs/formats/record.md and
# docs/formats/inputs.md alone and sharing no line with the checkers that travel in a record. Perl 5
# and its core modules only.
#
# Usage: perl third_checker.pl RECORD_DIR|evidence.jsonl
#        perl third_checker.pl --each      judges each path of standard input, as judge_each says
#        perl third_checker.pl --tables    prints the tables that it holds
# Exit status: 0 valid, 1 invalid, 2 could not check, 3 another format or unfinished.
use strict;
use warnings;
no warnings 'newline';    # of a name with one that cannot be opened
use Digest::SHA qw(sha256 sha256_hex);
use MIME::Base64 qw(decode_base64 encode_base64);
use POSIX qw(floor setlocale LC_ALL);

setlocale(LC_ALL, 'C');

# ---------------------------------------------------------------- answers

sub answer_and_exit { my ($status, $text) = @_; print $text; exit $status }

# Words from a record or a path without the characters that section 8 hides: each byte of another
# character than U+0020 to U+007E is escaped.
sub shown {
    my ($words) = @_;
    $words =~ s/([^\x20-\x7e])/sprintf '\\x%02x', ord $1/ge;
    return $words;
}

sub cannot_check {
    my ($words) = @_;
    print STDERR 'third_checker.pl: ' . shown($words) . "\n";
    exit 2;
}

sub refuse_file {
    my ($file, $tag, $words) = @_;
    ($file = shown($file)) =~ s/ /\\x20/g;
    answer_and_exit(1, "invalid $file: [$tag] $words\n");
}

our $judged = 'evidence.jsonl';    # the file whose nodes are judged

sub refuse {
    my ($line, $tag, $words) = @_;
    answer_and_exit(1, "invalid $judged:$line: [$tag] " . shown($words) . "\n");
}

# ---------------------------------------------------------------- binary64
# Perl computes with 64-bit integers where both operands are integers. Such a result is exact, or
# Perl falls back to doubles, so one conversion to a double after every operation gives the rounding
# of IEEE 754.

my $INFINITY = 9**9**9;
my $NAN      = $INFINITY - $INFINITY;

sub double { unpack 'd', pack 'd', $_[0] }
sub number_of { scalar POSIX::strtod($_[0]) }
sub add { unpack 'd', pack 'd', $_[0] + $_[1] }
sub subtract { unpack 'd', pack 'd', $_[0] - $_[1] }
sub multiply { unpack 'd', pack 'd', $_[0] * $_[1] }
sub divide {
    my ($a, $b) = @_;
    return double($a / $b) if $b != 0;
    return $a == 0 || $a != $a ? $NAN : $a > 0 ? $INFINITY : -$INFINITY;
}
sub root_of { $_[0] != $_[0] ? $NAN : double(sqrt($_[0])) }
sub absolute { $_[0] < 0 ? double(-$_[0]) : $_[0] }
sub power_of_two { POSIX::ldexp(1, $_[0]) }
sub is_finite { my ($x) = @_; $x == $x && $x != $INFINITY && $x != -$INFINITY }

my $EPSILON = number_of('1e-30');

my $CORRELATED = 'correlated, interval too narrow';    # a word of independence

# Number::toString of ECMAScript: the fewest digits that read back, of these the nearest. A normal
# number has at most one decimal of up to 15 digits that reads back, and printf with 15 gives it.
sub ecmascript {
    my ($x) = @_;
    return '0' if $x == 0;
    return '-' . ecmascript(-$x) if $x < 0;
    if ($x >= 1e-3 && $x < 1e15) {    # %g writes these as ECMAScript does
        for my $format ('%.15g', '%.16g') {
            my $text = sprintf $format, $x;
            return $text if number_of($text) == $x;
        }
        return sprintf '%.17g', $x;
    }
    my ($digits, $exponent) = fewest_digits($x);
    my $k = length $digits;
    my $n = $exponent + 1;
    return $digits . '0' x ($n - $k) if $k <= $n && $n <= 21;
    return substr($digits, 0, $n) . '.' . substr($digits, $n) if 0 < $n && $n <= 21;
    return '0.' . '0' x -$n . $digits if -6 < $n && $n <= 0;
    my $power = ($n - 1 < 0 ? '-' : '+') . abs($n - 1);
    return $digits . 'e' . $power if $k == 1;
    return substr($digits, 0, 1) . '.' . substr($digits, 1) . 'e' . $power;
}

my $LEAST_NORMAL = power_of_two(-1022);

# The digits without zeros at the end, and the exponent of the first.
sub fewest_digits {
    my ($x) = @_;
    for my $precision ($x < $LEAST_NORMAL ? (1 .. 17) : (15 .. 17)) {
        my ($d, $e) = sprintf('%.*e', $precision - 1, $x) =~ /^([0-9.]+)e([+-][0-9]+)$/ or die;
        $d =~ s/\.//;
        ($d, $e) = next_above($d, $e) if !reads_as($x, $d, $e) && is_power_of_two($x);
        next unless reads_as($x, $d, $e);
        $d =~ s/0+$//;
        return ($d, $e + 0);
    }
    die "no digits of $x";
}

sub reads_as {
    my ($x, $digits, $exponent) = @_;
    return number_of(substr($digits, 0, 1) . '.' . substr($digits, 1) . "e$exponent") == $x;
}

# Above a power of two the doubles are twice as far apart as below it. So the nearest digits may
# fail to read back where the next ones above succeed.
sub is_power_of_two { (POSIX::frexp($_[0]))[0] == 0.5 }

sub next_above {
    my ($digits, $exponent) = @_;
    my $next = $digits;
    $next =~ s/(9*)$//;
    my $nines = length $1;
    return ('1' . '0' x ($nines - 1), $exponent + 1) if $next eq '';
    substr($next, -1) = substr($next, -1) + 1;
    return ($next . '0' x $nines, $exponent);
}

# ---------------------------------------------------------------- JSON
# A value is an array: ['o', {key => value}], ['a', [values]], ['s', bytes], ['n', text, double],
# ['b', text], ['z'].

my $MAXIMUM_DEPTH = 16;
my $MAXIMUM_LINE  = 1_048_576;
my $MOST_PRIORS   = 8;
my $MOST_MINUTES  = 1440;
my $MOST_LIGHT_ITEMS     = 12;
my $MOST_LIGHT_REPEATS   = 8;
my $MOST_PROFILE_REPEATS = 64;
my $MOST_UNITS    = 2016;    # of a profile
my $MOST_WARNINGS = 16;      # of a session
my $LEAST_SEGMENT = 60;      # seconds of a segment of an item with minutes

sub is_utf8 {
    my ($bytes) = @_;
    return 1 if $bytes !~ /[\x80-\xff]/;
    pos($bytes) = 0;
    1 while $bytes =~ /\G(?: [\x00-\x7f]{1,4096}
        | [\xc2-\xdf][\x80-\xbf]
        | \xe0[\xa0-\xbf][\x80-\xbf] | [\xe1-\xec\xee\xef][\x80-\xbf]{2}
        | \xed[\x80-\x9f][\x80-\xbf]
        | \xf0[\x90-\xbf][\x80-\xbf]{2} | [\xf1-\xf3][\x80-\xbf]{3}
        | \xf4[\x80-\x8f][\x80-\xbf]{2} )/gcx;
    return pos($bytes) == length $bytes;
}

sub utf8_of {
    my ($code) = @_;
    my $character = chr $code;
    utf8::encode($character);
    return $character;
}

my %ESCAPED =
  ('"' => '"', '\\' => '\\', '/' => '/', b => "\b", f => "\f", n => "\n", r => "\r", t => "\t");
my %ESCAPE = (
    "\b" => '\\b',
    "\f" => '\\f',
    "\n" => '\\n',
    "\r" => '\\r',
    "\t" => '\\t',
    '"'  => '\\"',
    '\\' => '\\\\',
);

my $source;       # the text being parsed; parse errors are strings that die throws
my $departure;    # how the text departs from its canonical image, or undef

my %known_numbers;    # the canonical ones by text; most numbers of a record occur more than once

my $SPACES = qr/[ \t\n\r]+/;
my $PLAIN  = qr/[^"\\\x00-\x1f]+/;    # characters of a string
my $DIGITS = qr/-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/;

# Canonical numbers of at most 15 digits.
my $SHORT = qr/\A(?: 0 | -?[1-9][0-9]{0,14}
    | (?=.{3,16}\z) -? (?: 0\.0{0,5}(?=[1-9]) | [1-9][0-9]*\. ) [0-9]*[1-9] )\z/x;

sub depart { $departure ||= 'not its canonical image' }
sub skip_spaces { depart() if $source =~ /\G$SPACES/gco }

sub parse_json {
    ($source) = @_;
    $departure = undef;
    pos($source) = 0;
    my $value = parse_value(1);
    skip_spaces();
    die "text after the value\n" if pos($source) != length $source;
    return $value;
}

sub parse_value {
    my ($depth) = @_;
    return ['s', $1] if $source =~ /\G"($PLAIN)"/gco;
    return parse_number($1) if $source =~ /\G($DIGITS)/gco;
    if ($source =~ /\G([\{\[])/gc) {
        die "nested too deep\n" if $depth > $MAXIMUM_DEPTH;
        return $1 eq '{' ? parse_object($depth + 1) : parse_array($depth + 1);
    }
    return ['s', parse_string()] if $source =~ /\G"/gc;
    return ['b', $1] if $source =~ /\G(true|false)/gc;
    return ['z'] if $source =~ /\Gnull/gc;
    if ($source =~ /\G$SPACES/gco) { depart(); return parse_value($depth) }
    die "not JSON\n";
}

# What follows the brace, with values of the depth.
sub parse_object {
    my ($depth) = @_;
    my %fields;
    my $previous = '';
    skip_spaces();
    return ['o', \%fields] if $source =~ /\G\}/gc;
    while (1) {
        my ($key, $string, $number);
        if ($source =~ /\G"([a-z0-9_]+)":(?:"($PLAIN)"|($DIGITS))?/gco) {
            ($key, $string, $number) = ($1, $2, $3);
        }
        else { $key = parse_odd_key(\%fields) }
        die "duplicate key $key\n" if exists $fields{$key};
        depart() if $key lt $previous;
        $previous = $key;
        $fields{$key} =
            defined $string ? ['s', $string]
          : defined $number ? $known_numbers{$number} || parse_number($number)
          :                   parse_value($depth);
        next if $source =~ /\G,/gc;
        return ['o', \%fields] if $source =~ /\G\}/gc;
        skip_spaces();
        next if $source =~ /\G,/gc;
        return ['o', \%fields] if $source =~ /\G\}/gc;
        die "an object is not closed\n";
    }
}

# A key and its colon where they are wrong or not canonical.
sub parse_odd_key {
    my ($fields) = @_;
    depart();
    skip_spaces();
    $source =~ /\G"/gc or die "no key where one must be\n";
    my $key = parse_string();
    $key =~ /\A[a-z0-9_]+\z/ or die "a key is not [a-z0-9_]+\n";
    die "duplicate key $key\n" if exists $fields->{$key};
    skip_spaces();
    $source =~ /\G:/gc or die "no colon after a key\n";
    return $key;
}

# What follows the bracket, with values of the depth.
sub parse_array {
    my ($depth) = @_;
    my @elements;
    skip_spaces();
    return ['a', \@elements] if $source =~ /\G\]/gc;
    while (1) {
        push @elements, $source =~ /\G"($PLAIN)"/gco ? ['s', $1] : parse_value($depth);
        next if $source =~ /\G,/gc;
        skip_spaces();
        next if $source =~ /\G,/gc;
        return ['a', \@elements] if $source =~ /\G\]/gc;
        die "an array is not closed\n";
    }
}

sub parse_number {
    my ($text) = @_;
    my $known = $known_numbers{$text};
    return $known if $known;
    my $value = number_of($text);
    if ($text !~ $SHORT) {
        my $is_overflow = !is_finite($value);
        if ($is_overflow || ecmascript($value) ne $text) {
            if ($is_overflow) { $departure = 'a number overflows' }
            else { depart() }
            return ['n', $text, $value];
        }
    }
    return $known_numbers{$text} = ['n', $text, $value];
}

# What follows the quotation mark.
sub parse_string {
    my $start = pos($source) - 1;
    my $text  = '';
    while (1) {
        if ($source =~ /\G($PLAIN)/gco) { $text .= $1 }
        elsif ($source =~ /\G"/gc) { last }
        elsif ($source =~ m{\G\\(["\\/bfnrt])}gc) { $text .= $ESCAPED{$1} }
        elsif ($source =~ /\G\\u([dD][89abAB][0-9a-fA-F]{2})\\u([dD][c-fC-F][0-9a-fA-F]{2})/gc) {
            $text .= utf8_of(0x10000 + ((hex($1) - 0xd800) << 10) + hex($2) - 0xdc00);
        }
        elsif ($source =~ /\G\\u[dD][89a-fA-F]/gc) { die "a lone surrogate\n" }
        elsif ($source =~ /\G\\u([0-9a-fA-F]{4})/gc) { $text .= utf8_of(hex $1) }
        else { die "a string is not well formed\n" }
    }
    depart() if canonical_string($text) ne substr $source, $start, pos($source) - $start;
    return $text;
}

sub canonical_string {
    my ($text) = @_;
    $text =~ s/([\x00-\x1f"\\])/$ESCAPE{$1} || sprintf '\\u%04x', ord $1/ge;
    return qq("$text");
}

# The canonical form of a value whose numbers are canonical.
sub canonical {
    my ($value) = @_;
    my $sort = $value->[0];
    return $value->[1] if $sort eq 'n';
    if ($sort eq 'o') {
        return '{'
          . join(',',
            map { qq("$_":) . canonical($value->[1]{$_}) }
            sort keys %{$value->[1]})
          . '}';
    }
    return '[' . join(',', map { canonical($_) } @{$value->[1]}) . ']' if $sort eq 'a';
    return canonical_string($value->[1]) if $sort eq 's';
    return 'null'      if $sort eq 'z';
    return $value->[1];
}

sub string_value { ['s', $_[0]] }
sub number_value { ['n', ecmascript($_[0]), $_[0]] }

# ---------------------------------------------------------------- field forms

sub is_null { $_[0][0] eq 'z' }
sub is_number { $_[0][0] eq 'n' }
sub is_int {
    my ($v) = @_;
    return 0 unless $v->[0] eq 'n' && $v->[1] =~ /\A-?(?:0|[1-9][0-9]{0,15})\z/;
    return $v->[2] >= -9007199254740991 && $v->[2] <= 9007199254740991;
}
sub is_count    { is_int($_[0])    && $_[0][2] >= 0 }
sub is_from_one { is_int($_[0])    && $_[0][2] >= 1 }
sub is_zero_up  { is_number($_[0]) && $_[0][2] >= 0 }
sub is_above    { is_number($_[0]) && $_[0][2] > 0 }
sub is_string  { $_[0][0] eq 's' }
sub is_hex     { is_string($_[0]) && $_[0][1] =~ /\A[0-9a-f]{64}\z/ }
sub is_text    { is_string($_[0]) && length $_[0][1] <= 4096 }
sub is_spoken  { is_text($_[0])   && length $_[0][1] }
sub is_decimal { is_string($_[0]) && $_[0][1] =~ /\A(?:0|[1-9][0-9]{0,19})\z/ }
sub is_name    { is_string($_[0]) && $_[0][1] =~ /\A[a-z0-9_.]{1,64}\z/ }
sub is_nonce   { is_string($_[0]) && $_[0][1] =~ /\A[0-9a-f]{0,64}\z/ }
sub is_array   { $_[0][0] eq 'a' }
sub is_object  { $_[0][0] eq 'o' }
sub is_hexes { is_array($_[0]) && !grep { !is_hex($_) } @{$_[0][1]} }
sub is_hexes_not_empty { is_hexes($_[0]) && @{$_[0][1]} }
sub is_continues { is_hexes($_[0]) && @{$_[0][1]} <= $MOST_PRIORS }
sub is_warnings {
    return 0 unless is_array($_[0]) && @{$_[0][1]} <= $MOST_WARNINGS;
    return !grep { !is_spoken($_) } @{$_[0][1]};
}
sub is_value { is_number($_[0]) || is_text($_[0]) }
sub one_of { my %words = map { $_ => 1 } @_; sub { is_string($_[0]) && $words{$_[0][1]} } }

# An object has exactly the fields of %$forms; a form that is an array reference may also be null.
# The third rule of section 2 decides about `reason`; $null_within says that an element further in
# is null and counts.
sub check_fields {
    my ($line, $what, $object, $forms, $null_within) = @_;
    is_object($object) or refuse($line, 'schema', "$what is not an object");
    my $fields = $object->[1];
    my $null   = $null_within;
    for my $name (sort keys %$forms) {
        my $form  = $forms->{$name};
        my $value = $fields->{$name} or refuse($line, 'schema', "$what has no $name");
        if (ref $form eq 'ARRAY') {
            if (is_null($value)) { $null = 1; next }
            $form = $form->[0];
        }
        $form->($value) or refuse($line, 'schema', "$name of $what is not what it must be");
    }
    for my $name (keys %$fields > keys %$forms ? sort keys %$fields : ()) {
        next if exists $forms->{$name} || $name eq 'reason';
        refuse($line, 'schema', "$what has a field $name");
    }
    return if exists $forms->{reason};
    if ($null) {
        exists $fields->{reason} && is_spoken($fields->{reason})
          or refuse($line, 'null', "$what has a null field and no reason");
    }
    elsif (exists $fields->{reason}) {
        refuse($line, 'null', "$what has a reason and no null field");
    }
}

# ----------------------------------------------- section 7 of record.md, section 4 of inputs.md

my %DIMENSIONS = (
    gemm        => [qw(m n k)],
    hbm_triad   => [qw(n)],
    hbm_copy    => [qw(n)],
    attention   => [qw(b h s d)],
    reduction   => [qw(n)],
    scatter_add => [qw(n buckets)],
    index_add   => [qw(rows columns buckets)],
    random_access => [qw(n lanes steps)],
    profile       => [qw(steps)],
);
my %VARIANTS = (
    gemm          => [
        qw(fp16 bf16 tf32 fp8 fp8_fast f32 f64 int8),
        qw(fp16_exact bf16_exact tf32_exact fp8_exact fp8_fast_exact f32_exact)
    ],
    hbm_triad     => [qw(f32)],
    hbm_copy      => [qw(f32)],
    attention     => [qw(bf16 bf16_causal)],
    reduction     => [qw(default deterministic)],
    scatter_add   => [qw(atomic fixed)],
    index_add     => [qw(atomic)],
    random_access => [qw(latency bandwidth latency_lines bandwidth_lines)],
    profile       => [qw(l2 cores)],
);
my %LETTER = (
    rows    => 'r',
    columns => 'c',
    buckets => 'b',
    lanes   => 'l',
    steps   => 's',
    map { $_ => $_ } qw(m n k b h s d));
my %RATE_UNIT = (
    gemm        => 'FLOP/s',
    hbm_triad   => 'B/s',
    hbm_copy    => 'B/s',
    attention   => 'FLOP/s',
    reduction   => 'B/s',
    scatter_add => 'element/s',
    index_add   => 'element/s',
    random_access => 'read/s',
);
my %PROFILE_UNIT = (l2 => 'cycle', cores => 's');    # of a latency

sub unit_of {
    my ($item) = @_;
    return is_profile($item) ? $PROFILE_UNIT{$item->{variant}} : $RATE_UNIT{$item->{workload}};
}

# The factors of the work, from left to right.
my %WORK = (
    gemm        => [2, qw(m n k)],
    hbm_triad   => [12, 'n'],
    hbm_copy    => [8, 'n'],
    attention   => [4, qw(b h s s d)],
    'attention bf16_causal' => [2, qw(b h s s+1 d)],
    reduction   => [4, 'n'],
    scatter_add => ['n'],
    index_add   => [qw(rows columns)],
    random_access => [qw(lanes steps)],
);
my %GEMM = (    # operand format, output format, bytes of an output element, layout, predicted floor
    fp16     => ['binary16', 'binary16', 2, 'nn', '2.07e-4'],
    bf16     => ['bfloat16', 'bfloat16', 2, 'nn', '1.66e-3'],
    tf32     => ['binary32', 'binary32', 4, 'nn', '2.94e-4'],
    fp8      => ['e4m3',     'bfloat16', 2, 'tn', '1.66e-3'],
    fp8_fast => ['e4m3',     'bfloat16', 2, 'tn', undef],
    f32      => ['binary32', 'binary32', 4, 'nn', undef],
    f64      => ['binary64', 'binary64', 8, 'nn', undef],
    int8     => ['int8',     'int32',    4, 'tn', undef],
    fp16_exact     => ['binary16', 'binary16', 2, 'nn', undef],
    bf16_exact     => ['bfloat16', 'bfloat16', 2, 'nn', undef],
    tf32_exact     => ['binary32', 'binary32', 4, 'nn', undef],
    fp8_exact      => ['e4m3',     'bfloat16', 2, 'tn', undef],
    fp8_fast_exact => ['e4m3',     'bfloat16', 2, 'tn', undef],
    f32_exact      => ['binary32', 'binary32', 4, 'nn', undef],
);
# Of a product of small integers: the bits of its sums, the most that an operand can be, and the
# largest number that its output has, if that limits it.
my %INTEGER_LIMITS = (
    fp16_exact     => [24, 127, 65504],
    bf16_exact     => [24, 127, undef],
    tf32_exact     => [24, 127, undef],
    fp8_exact      => [24, 7,   undef],
    fp8_fast_exact => [14, 7,   undef],
    f32_exact      => [24, 127, undef],
);
# The digests of such products of the empty nonce, by variant, m, n and k.
my %EXACT_DIGEST = map { /\A(.*) ([0-9a-f]{64})\z/ } split /\n/, <<'END';
bf16_exact 96 160 128 29ef221587b546b95e91ab88fb1ed1ab64405bf30dae6ca8b746c072d85726ac
bf16_exact 128 128 128 0062a60cb0729df1a2589351bce37abc08cb47e91cae0188052286c1fa9e237e
bf16_exact 512 512 512 c9f6fc0bb70fd43ba06c6c7139cb41cd3e1090dcc195c0ae50dd9716447c416b
bf16_exact 1024 1024 1024 47bf68bd20717d9d65eb5dd95935e5fec6ad1eebf762c3ffff913a9fef6fbdec
bf16_exact 2048 2048 2048 a405c8f716f50d85d2e75cdedc4d81e56f28fedc9ba24bc9da31ac6ff56bc328
bf16_exact 4096 4096 4096 51683b19f7707e7abc4505a9fabf331c090f6d59f89487031fef075253810486
bf16_exact 8192 8192 8192 547e56b3abbe97163ff408b91a431b7da85395247660afdf9c9607b54d96da3e
bf16_exact 16384 16384 16384 2c9db78366af3c7ae2ad35272d77d628fa92e4d7cfe70bfbc57bbf85e96a0b6b
f32_exact 128 128 128 83f54fd1912eb87d438d302581712515a7d13ed7b33ee334ff65e1c55e2a05bb
f32_exact 512 512 512 81af44630a0ad0d85bb5e3cdf4ee29377184da63e38ff1b0de28a5767d0091b2
f32_exact 1024 1024 1024 7ba2a837b15cc0acf3f765afc65ce92e4e06c57e9f9776999b9735497c972960
f32_exact 2048 2048 2048 5877a7c711f5ce0cc6a0aa00c876bdaf2c613294bb397fdc19e47e0086a314e4
f32_exact 4096 4096 4096 71bf20dbc1f091205347e57f32e3304fe2825342236bc3b98403c19a0cab1a3e
f32_exact 8192 8192 8192 0e7a0b35b5404269a4d8e50679674b614f560d225fd739042c521bf2fa23717f
fp16_exact 128 128 128 c7897c3ede62316164922e3a8464af1993cd0bd01e428c1665a892512937aa81
fp16_exact 512 512 512 a9c2266bc249275fc64ca55d932733e01cec88b2b90a25c18fddc49332e57b7b
fp16_exact 1024 1024 1024 cc6e74be0f8e91466d512a1cbb2b1cac61e718f37469204a06869c05efe766e7
fp16_exact 2048 2048 2048 56cef8f5a6b0325c124d0e6a29adc3a18cde56ab3d6fd4de19bdb837bc69396b
fp16_exact 4096 4096 4096 070967017ba2f589878e334b66b2889d72c6217de5ec79915d6ec46db825f816
fp16_exact 8192 8192 8192 6df827705cc3eb0d156a05decfba16caecd0812a036ba7e50106eb3e30ca659b
fp16_exact 16384 16384 16384 9d3d2a5c3e32a54a2046dc042c43c73ca83969682d3fecf865bfacf347a1be66
fp8_exact 128 128 128 e1832487d6ec6b4c9414d09ea2d54c171efcf0932c350ac8f55d82fdc8fd51df
fp8_exact 512 512 512 18ee8af6db900ea7c364655b92b33e0fbd3edc630e58139d5e0cbdae0796a347
fp8_exact 1024 1024 1024 6cf78b6fce400c159783212ff04a2ef3f12e788163be2253ba1926f143178b3d
fp8_exact 2048 2048 2048 87d8ba70414b46cbfcc515b51e7f378a4863faf8a74abfbff37e612728dbe7df
fp8_exact 4096 4096 4096 abaedd929cd9209015dcab03736a368f8cb4aeb4808e5c38946c7de9769712c2
fp8_exact 8192 8192 8192 bae1ccb4bfcc3acd94cb1e86b3664d632de8b6313a7032212052fad3239f898d
fp8_exact 16384 16384 16384 1b0bad40389ec09c8a311b3ca53b7856e031e3d2dbda3e1164b3493f0834480c
fp8_fast_exact 4096 4096 4096 e176d6393017b51219d0ef8dfd6981e351a43909cf6ab146d04cd76c6ccbe2a8
fp8_fast_exact 8192 8192 8192 fe6ab6c824dd0396c15d5e6df9ebfa1b4f9be0f4dc194e8fd3d14b4e37c41304
fp8_fast_exact 16384 16384 16384 01cebfd9d29d8cb4c940907a7e62baafcd87335fb9e1736f56098ee224f431ec
tf32_exact 128 128 128 000cfb88e1594dee57763cd9cdbe14b2d91c3d9f2b6e51d05bfec4f435939d21
tf32_exact 512 512 512 fc8471f5409b2ddce1a2caebac31ea2ed424d85148ade94b8459c9ad98ca676e
tf32_exact 1024 1024 1024 0e5fb29abb75b94c459ddec1f45690c2541de06f87da173846fdcc2c63f36c20
tf32_exact 2048 2048 2048 ff5ec11ebcd7f0a9503561f85d9ea68259e60364e4cd39a112c9130f1786f256
tf32_exact 4096 4096 4096 7e53fe0b148534185fb4ee757586656c68bf4db497e1be6f5d3455e194d15ca7
tf32_exact 8192 8192 8192 3413db9e4c2d4ff32448238c3db01f4a8e13d0931d63a2dedaf44e7651d1a4d7
tf32_exact 16384 16384 16384 a07c104b6ccf554e7938cafb907686f7a964958024cfb06c90d32aa260cadf90
END
my %VECTOR = (    # the same columns but the last, by workload
    hbm_triad     => ['binary32', 'binary32', 4, 'vector'],
    hbm_copy      => ['binary32', 'binary32', 4, 'vector'],
    attention     => ['bfloat16', 'bfloat16', 2, 'vector'],
    reduction     => ['binary32', 'binary32', 4, 'vector'],
    scatter_add   => ['binary32', 'binary32', 4, 'vector'],
    index_add     => ['binary32', 'binary32', 4, 'vector'],
    random_access => ['uint32',   'uint32',   4, 'vector'],
);
my @NO_OUTPUT = ('-', '-', 0, '-', undef);    # of a profile
my %OPERANDS = (
    gemm          => [qw(A B)],
    hbm_triad     => [qw(b c)],
    hbm_copy      => [qw(a)],
    attention     => [qw(Q K V)],
    reduction     => [qw(x)],
    scatter_add   => [qw(src index)],
    index_add     => [qw(src index)],
    random_access => [qw(table)],
);
# What rounds, the centre c of G, its excess a by k, and the terms of f. Without an a there is no
# verdict.
my %ROUNDING = (
    fp16     => ['output',   '0.9995', sub { squared(-33, @_) }, 0],
    bf16     => ['output',   '0.9961', sub { squared(-38, @_) }, 0],
    tf32     => ['operands', '1',      sub { squared(-31, @_) }, 160],
    fp8      => ['output',   '0.9961', sub { add(power_of_two(-5), squared(-38, @_)) }, 0],
    fp8_fast => ['output',   '1',      undef, 0],
    f32      => ['output',   '1',      sub { $_[0] }, 0],
    f64      => ['none',     undef,    undef, 0],
    int8     => ['none',     undef,    undef, 0],
);
sub squared { my ($exponent, $k) = @_; multiply(multiply($k, $k), power_of_two($exponent)) }
# The chi-square quantile q for T = 0, 1, ...
my @QUANTILES = qw(
  23.93 25.27 26.61 27.95 29.29 30.63 31.98 33.33 34.67 36.02 37.38 38.73 40.08 41.44 42.79 44.15
  45.51 46.86 48.22 49.58 50.94 52.30 53.66 55.03 56.39 57.75 59.12 60.48 61.85 63.21 64.58 65.94
  67.31 68.67 70.04 71.41 72.78);
my %HIGHEST_RATE = (
    'FLOP/s'    => '1e17',
    'B/s'       => '1e15',
    'element/s' => '1e14',
    'read/s'    => '1e14',
);
my $PROBES      = 24;    # of a set
my $PROBE_SETS  = 21;    # of a calibration
my $DRAWN       = 32;    # openings
my $LAST        = 4;     # chunks that are opened without a draw, at most
my $CHUNK_BYTES = 1024;
my $DIMENSION   = 2_147_483_647;
my $LENGTH      = 274_877_906_944;    # a dimension of a variant with the trait `long`

# Traits of variants.
my $CALIBRATED = qr/\Agemm .*(?<!_exact)\z/;    # calibration, and rows
my $INTEGERS   = qr/\Agemm .*_exact\z/;
my $EXACT = qr/$INTEGERS|\A(?:gemm int8|hbm_.*|.* deterministic|.* fixed|random_access .*)\z/;
my $CHANCE     = qr/ atomic\z/;
my $SWEPT      = qr/\Arandom_access /;
my $DEPENDENT  = qr/\Arandom_access latency/;
my $LONG       = qr/\A(?:hbm_triad|hbm_copy|reduction) /;

sub has_trait { my ($item, $trait) = @_; "$item->{workload} $item->{variant}" =~ $trait }
sub has_calibration { has_trait($_[0], $CALIBRATED) }
sub has_rows { has_trait($_[0], $CALIBRATED) }
sub has_integers { has_trait($_[0], $INTEGERS) }
sub is_profile { $_[0]{workload} eq 'profile' }
sub is_tried { defined $_[0]{trial} }
sub is_attack { is_tried($_[0]) && $_[0]{trial}{group} ne 'fault' }
sub is_of_rate { is_tried($_[0]) && $_[0]{trial}{group} eq 'rate' }
sub is_of_pairs { is_tried($_[0]) && $_[0]{trial}{group} eq 'pair' }

# The procedure by which an item is measured, but for segments: also the kind of its observations,
# and the tag of the rules on these. Only a workload has an output.
sub procedure_of {
    my ($item) = @_;
    return is_tried($item) ? 'trials' : is_profile($item) ? 'profile' : 'workload';
}
sub has_output { procedure_of($_[0]) eq 'workload' }
sub has_slope { has_output($_[0]) && $_[0]{repeats} >= 64 }

# Whether the item's variant has what a function or a quantity needs: a trait, or a procedure.
my %NEEDS = (
    calibration => $CALIBRATED,
    rows        => $CALIBRATED,
    integers    => $INTEGERS,
    row_sums    => qr/\Aattention /,
    profile     => qr/\Aprofile /,
);

sub has_needed { my ($item, $needed) = @_; !$needed || has_trait($item, $NEEDS{$needed}) }

sub formats_of {
    my ($item) = @_;
    $item->{workload} eq 'gemm' ? $GEMM{$item->{variant}} : $VECTOR{$item->{workload}};
}

sub quotient_up { my ($a, $b) = @_; int(($a + $b - 1) / $b) }

# The numbers of sums of the levels of a reduction.
sub levels_of {
    my ($count) = @_;
    my @levels = (quotient_up($count, 16384));
    push @levels, quotient_up($levels[-1], 256) while $levels[-1] > 1;
    return @levels;
}

# The elements of an output that is a vector, undef for a matrix.
sub vector_elements {
    my ($item) = @_;
    my ($workload, %size) = ($item->{workload}, %{$item->{shape}});
    return $size{n}       if $workload eq 'hbm_triad' || $workload eq 'hbm_copy';
    return $size{buckets} if $workload eq 'scatter_add';
    return $size{lanes}   if $workload eq 'random_access';
    return undef unless $workload eq 'reduction';
    my $elements = 0;
    $elements += $_ for levels_of($size{n});
    return $elements;
}

# The rows of the output, the elements and the chunks of row number $row, as its digest cuts them.
my $VECTOR_ROW = 262_144;

sub output_rows {
    my ($item) = @_;
    my %size = %{$item->{shape}};
    my $elements = vector_elements($item);
    return quotient_up($elements, $VECTOR_ROW) if defined $elements;
    return $size{m} if $item->{workload} eq 'gemm';
    return $size{buckets} if $item->{workload} eq 'index_add';
    return $size{b} * $size{h} * $size{s};
}

sub output_row_elements {
    my ($item, $row) = @_;
    my %size = %{$item->{shape}};
    my $elements = vector_elements($item);
    if (defined $elements) {
        my $left = $elements - $row * $VECTOR_ROW;
        return $left < $VECTOR_ROW ? $left : $VECTOR_ROW;
    }
    return $size{n} if $item->{workload} eq 'gemm';
    return $size{columns} if $item->{workload} eq 'index_add';
    return $size{d};
}

sub row_bytes { my ($item, $row) = @_; output_row_elements($item, $row) * formats_of($item)->[2] }
sub chunks_of_row { quotient_up(row_bytes(@_), $CHUNK_BYTES) }

sub output_chunks {
    my ($item) = @_;
    my $rows = output_rows($item);
    return ($rows - 1) * chunks_of_row($item, 0) + chunks_of_row($item, $rows - 1);
}

# How many of the chunks are opened without a draw, and how many are drawn of the others. A light
# record opens none.
sub opening_counts {
    my ($item) = @_;
    return (0, 0) if is_light();
    my $chunks = output_chunks($item);
    my $fixed  = 0;
    if ($item->{workload} eq 'reduction') {
        $fixed = $chunks - int((levels_of($item->{shape}{n}))[0] / 256);
        $fixed = $LAST if $fixed > $LAST;
    }
    my $rest = $chunks - $fixed;
    return ($fixed, $rest < $DRAWN ? $rest : $DRAWN);
}

# ---------------------------------------------------------------- hashes, Philox, challenges

sub leaf_hash { sha256("\x00" . $_[0]) }

sub tree_hash {
    my (@hashes) = @_;    # of the leaves
    return sha256('') unless @hashes;
    while (@hashes > 1) {
        my @above;
        while (@hashes) {
            my $left = shift @hashes;
            push @above, @hashes ? sha256("\x01" . $left . shift @hashes) : $left;
        }
        @hashes = @above;
    }
    return $hashes[0];
}

# The root to which an inclusion path leads, or undef where it is too short or too long.
sub path_root {
    my ($index, $count, $hash, @path) = @_;
    return undef if $index >= $count;
    my $last = $count - 1;
    while ($last > 0) {
        if ($index & 1) { return undef unless @path; $hash = sha256("\x01" . shift(@path) . $hash) }
        elsif ($index < $last) {
            return undef unless @path;
            $hash = sha256("\x01" . $hash . shift @path);
        }
        $index >>= 1;
        $last  >>= 1;
    }
    return @path ? undef : $hash;
}

sub philox {
    my ($c0, $c1, $c2, $c3, $k0, $k1) = @_;
    for (1 .. 10) {
        my $a = 0xD2511F53 * $c0;
        my $b = 0xCD9E8D57 * $c2;
        ($c0, $c1, $c2, $c3) =
          (($b >> 32) ^ $c1 ^ $k0, $b & 0xffffffff, ($a >> 32) ^ $c3 ^ $k1, $a & 0xffffffff);
        $k0 = ($k0 + 0x9E3779B9) & 0xffffffff;
        $k1 = ($k1 + 0xBB67AE85) & 0xffffffff;
    }
    return ($c0, $c1, $c2, $c3);
}

sub random_words {
    my ($seed, $count) = @_;
    my ($k0, $k1, $s2, $s3) = unpack 'V4', $seed;
    my @words;
    for (my $block = 0; @words < $count; $block++) {
        push @words, philox($block & 0xffffffff, $block >> 32, $s2, $s3, $k0, $k1);
    }
    return @words[0 .. $count - 1];
}

sub shape_json {
    my ($item) = @_;
    '{' . join(',', map {qq("$_":$item->{shape}{$_})} sort keys %{$item->{shape}}) . '}';
}

sub input_seed {
    my ($item, $operand, $nonce) = @_;
    my $image =
        '{"shape":'
      . shape_json($item)
      . qq(,"variant":"$item->{variant}","workload":"$item->{workload}"});
    return sha256("witnessmark/1 input\n$image\n$operand\n$nonce");
}

sub challenge_context {
    my ($item, $output_digest, $nonce) = @_;
    my ($operand_format, $output_format, undef, $layout) = @{formats_of($item)};
    my $seeds = join ',',
      map { '"' . unpack('H*', input_seed($item, $_, $nonce)) . '"' }
      @{$OPERANDS{$item->{workload}}};
    return qq({"layout":"$layout","nonce":"$nonce","operand_format":"$operand_format",)
      . qq("output_digest":"$output_digest",)
      . qq("output_format":"$output_format","seeds":[$seeds],"shape":)
      . shape_json($item)
      . qq(,"variant":"$item->{variant}","workload":"$item->{workload}"});
}

# ---------------------------------------------------------------- the state of a judgement
# All that is known of the record that is judged. A prior is judged with a state of its own.

our (@lines, @nodes, @sorts, @ids, %line_of, $plan, @items, $nonce);
our @roots;         # of the records that it continues
our $priors;        # what is known of these (sum_up), or undef where they are not at hand
our @sessions;      # the start of each, its line, and the end of its last timed observation
our @timed;         # line, item, start and end of each timed observation, in order of lines
our @ok_repeats;    # those of them that are repeats of a workload
our $timed_ns = 0;  # of all timed observations
our %series;        # lines of each series
our $RECORD = {label => 'record'};    # takes the place of an item in the claims of the record
our %change_of;         # the change of an item that has a base, by the item's index
our %judgement_of;      # the judgement of an item that has a tolerance_of, by the item's index
our %subject_of;        # links and priors by prior number and index, like items
our @expected_claims;   # [subject, the quantity's row], in order
our @claims;            # lines
our $first_of_plan;     # line of the first reduction of a change, a judgement, a link or a prior
our $first_link;        # the same without changes and judgements
our %subject_of_reduction;    # line to item, record, change, judgement, link or prior, not series
our %named;    # lines that another line names in a way that section 6 asks for

# The numbers of the chunks that a witness stage opens, in its order.
sub opened_chunks {
    my ($item, $digest, $nonce) = @_;
    my ($fixed, $drawn) = opening_counts($item);
    my $chunks = output_chunks($item);
    my $roots = join '', map { "\n$_" } @roots;
    my $seed =
      sha256("witnessmark/1 opening\n" . challenge_context($item, $digest, $nonce) . $roots);
    my @opened;
    my $bound = $chunks - $fixed;
    for my $word ($drawn ? random_words($seed, $drawn) : ()) {
        my $place = ($word * $bound) >> 32;
        $bound--;
        for my $before (sort { $a <=> $b } @opened) {
            last if $before > $place;
            $place++;
        }
        push @opened, $place;
    }
    return (@opened, $chunks - $fixed .. $chunks - 1);
}

# ---------------------------------------------------------------- the directory

sub read_file {
    my ($path, $must) = @_;
    open my $handle, '<:raw', $path
      or do { $must ? cannot_check("cannot open $path: $!") : return undef };
    local $/;
    my $bytes = <$handle>;
    cannot_check("cannot read $path: $!") if !defined $bytes && $!;
    return defined $bytes ? $bytes : '';
}

my $DEEPEST_FILE = 2;    # the names in the path code/verify.c

# Adds every plain file below the folder, by its path from it. This comes before the nodes, and of
# section 1 it refuses [symlink] alone. A folder that lies deeper than any file of a record is added
# too, with a slash, and not looked into.
sub find_files {
    my ($folder, $prefix, $found) = @_;
    opendir my $handle, $folder or cannot_check("cannot open $folder: $!");
    my @entries = sort grep { $_ ne '.' && $_ ne '..' } readdir $handle;
    refuse_file($prefix =~ s{/\z}{}r, 'symlink', 'an empty folder') unless @entries;
    for my $entry (@entries) {
        my $path = "$folder/$entry";
        lstat $path or cannot_check("cannot look at $path: $!");
        if (-l _)    { refuse_file("$prefix$entry", 'symlink', 'a symbolic link') }
        elsif (-f _) { push @$found, "$prefix$entry" }
        elsif (-d _) {
            my $depth = 1 + ($prefix =~ tr{/}{});
            if   ($depth > $DEEPEST_FILE) { push @$found, "$prefix$entry/" }
            else                          { find_files($path, "$prefix$entry/", $found) }
        }
        else { refuse_file("$prefix$entry", 'symlink', 'neither a plain file nor a folder') }
    }
}

# Checks the other rules of section 1 on the folder alone, of what find_files found; gives the
# root's id that the manifest names and the hashes by path. This comes after the nodes, so that a
# prior of another format comes first.
sub check_folder {
    my ($folder, $evidence, @found) = @_;
    my ($deeper) = grep { m{/\z} } @found;
    refuse_file($deeper =~ s{/\z}{}r, 'extra', 'a folder deeper than the files of a record')
      if $deeper;
    my %found = map { $_ => 1 } @found;
    $found{'evidence.jsonl'} or refuse_file('evidence.jsonl', 'files', 'absent');
    $found{'manifest.sha256'} or refuse_file('manifest.sha256', 'files', 'absent');
    my $manifest = read_file("$folder/manifest.sha256", 1);
    my $bad = sub { answer_and_exit(1, "invalid manifest.sha256:$_[0]: [manifest] $_[1]\n") };
    my @manifest_lines = $manifest =~ /\G([^\n]*)\n/gc;
    $bad->(@manifest_lines + 1, 'no newline at the end')
      if (pos($manifest) || 0) != length $manifest;
    @manifest_lines or refuse_file('manifest.sha256', 'manifest', 'empty');
    my ($root) = $manifest_lines[0] =~ /\A# root ([0-9a-f]{64})\z/
      or $bad->(1, 'not "# root" and an id');
    my (%hash, $previous);

    for my $number (2 .. @manifest_lines) {
        my ($hash, $path) =
             $manifest_lines[$number - 1] =~ m{\A([0-9a-f]{64})  ([A-Za-z0-9._/-]+)\z}
          or $bad->($number, 'not a hash and a path');
        $bad->($number, 'a path with an empty, . or .. component')
          if grep { $_ eq '' || $_ eq '.' || $_ eq '..' } split m{/}, $path, -1;
        $bad->($number, 'paths are not in strictly ascending order')
          if defined $previous && $previous ge $path;
        $bad->($number, 'the manifest names itself') if $path eq 'manifest.sha256';
        $bad->($number, "$path is absent") unless $found{$path};
        my $bytes = $path eq 'evidence.jsonl' ? $evidence : read_file("$folder/$path", 1);
        $bad->($number, "the hash of $path differs") if sha256_hex($bytes) ne $hash;
        ($hash{$path}, $previous) = ($hash, $path);
    }
    for my $path (sort keys %found) {
        next if $path eq 'manifest.sha256' || $hash{$path};
        refuse_file($path, 'extra', 'the manifest does not name this file');
    }
    return ($root, \%hash);
}

# ---------------------------------------------------------------- lines

# A version is a number, a point and a number, none with a leading zero.
my $NUMBER         = qr/0|[1-9][0-9]*/;
my $FORMAT         = 'witnessmark/1.2';
my $MAXIMUM_FORMAT = 63;

# The node of a line, newline included, that obeys [line], or undef. It need not be canonical.
sub node_of_line {
    my ($line) = @_;
    return undef if length $line > $MAXIMUM_LINE || $line !~ /\A[^\n]+\n\z/;
    chop $line;
    my $node = eval { is_utf8($line) ? parse_json($line) : undef };
    return $node && is_object($node) ? $node->[1] : undef;
}

# What follows the last newline that is not the last byte.
sub last_line_of {
    my ($evidence) = @_;
    return $evidence if length $evidence < 2;
    return substr $evidence, rindex($evidence, "\n", length($evidence) - 2) + 1;
}

sub is_number_below {
    my ($a, $b) = @_;
    return length $a != length $b ? length $a < length $b : $a lt $b;
}

# The words name a checker that judges the file, which lies in the record of that format.
sub look_for_other_format {
    my ($evidence, $checker) = @_;
    my $node = node_of_line(last_line_of($evidence)) or return;
    return if word($node, 'type') ne 'root';
    my $format = word($node, 'format');
    return if $format eq $FORMAT || length $format > $MAXIMUM_FORMAT;
    my ($first, $second) = $format =~ m{\Awitnessmark/($NUMBER)\.($NUMBER)\z} or return;
    my $older  = $first eq '1' ? is_number_below($second, '2') : is_number_below($first, '1');
    my $age    = $older ? 'older' : 'newer';
    my $number = $evidence =~ tr/\n//;
    answer_and_exit(3,
        "$age $judged:$number: [$age] of the $age format $format: judge it with $checker\n");
}

# A folder without a manifest, whose evidence begins as a record does and has no root yet.
sub look_for_unfinished {
    my ($evidence) = @_;
    my ($first)    = $evidence =~ /\A([^\n]*\n)/ or return;
    my $node       = node_of_line($first) or return;
    return if word($node, 'type') ne 'observation' || word($node, 'kind') ne 'environment';
    my $last = node_of_line(last_line_of($evidence));
    return if $last && word($last, 'type') eq 'root';
    answer_and_exit(3, "unfinished evidence.jsonl: [unfinished] no root yet: resume the run\n");
}

# A file that is given in place of a folder and does not begin as a record does.
sub look_for_no_record {
    my ($path, $evidence) = @_;
    my ($first) = $evidence =~ /\A([^\n]*\n)/;
    cannot_check("not a record: $path") unless defined $first && node_of_line($first);
}

# Reads lines from the place on, at most to line number $most, and gives the place after them.
sub read_lines {
    my ($evidence, $at, $most) = @_;
    length $evidence or refuse_file($judged, 'order', 'no line');
    while ($at < length $evidence && @lines < $most) {
        my $number = @lines + 1;
        my $end    = index $evidence, "\n", $at;
        refuse($number, 'line', 'no newline at the end') if $end < 0;
        refuse($number, 'line', 'longer than 1,048,576 bytes') if $end + 1 - $at > $MAXIMUM_LINE;
        my $line = substr $evidence, $at, $end - $at;
        $at = $end + 1;
        refuse($number, 'line', 'empty') if $line eq '';
        refuse($number, 'line', 'not UTF-8') unless is_utf8($line);
        my $node = eval { parse_json($line) };
        if (!$node) { my $words = $@; chomp $words; refuse($number, 'line', $words) }
        refuse($number, 'line', 'not an object') unless is_object($node);
        refuse($number, 'canonical', $departure) if defined $departure;
        my $id = sha256_hex("$line\n");
        refuse($number, 'duplicate', "equal to line $line_of{$id}") if exists $line_of{$id};
        $line_of{$id} = $number;
        push @lines, "$line\n";
        push @nodes, $node->[1];
        push @ids,   $id;
    }
    return $at;
}

# Nodes are numbered by line: node(1) is the first.
sub node { $nodes[$_[0] - 1] }
sub id_of { $ids[$_[0] - 1] }
sub word {
    my ($node, $field) = @_;
    my $value = $node->{$field};
    $value && $value->[0] eq 's' ? $value->[1] : '';
}

# The kind of an observation, the type of another node.
sub sort_of { $sorts[$_[0] - 1] }

my %OBSERVATION =
  map { $_ => 1 } qw(environment plan session workload calibration stage revisit stress profile
  trials external);

sub check_sorts {
    my (@numbers) = @_;
    for my $line (@numbers) {
        my $node = node($line);
        my $type = word($node, 'type');
        refuse($line, 'schema', 'no known type')
          unless $type =~ /\A(?:observation|reduction|claim|root)\z/;
        my $kind = word($node, 'kind');
        refuse($line, 'schema', 'no known kind') if $type eq 'observation' && !$OBSERVATION{$kind};
        $sorts[$line - 1] = $type eq 'observation' ? $kind : $type;
    }
}

sub check_order_of_first_lines {
    sort_of(1) eq 'environment' or refuse(1, 'order', 'line 1 is not an environment');
    @nodes > 1 or refuse(1, 'order', 'no plan');
    sort_of(2) eq 'plan' or refuse(2, 'order', 'line 2 is not the plan');
}

sub check_order {
    my $stage = 0;    # 1 among observations and reductions, 2 among claims, 3 after the root
    for my $line (3 .. @nodes) {
        my $sort = sort_of($line);
        refuse($line, 'order', 'a second plan') if $sort eq 'plan';
        my $next = $sort eq 'root' ? 3 : $sort eq 'claim' ? 2 : 1;
        refuse($line, 'order', 'something after the root') if $stage == 3;
        refuse($line, 'order', "$sort after a claim") if $next < $stage;
        $stage = $next;
    }
    refuse(scalar @nodes, 'order', 'the last line is not the root') if $stage != 3;
}

# ---------------------------------------------------------------- schema of each sort of node

my %COVARIATES = map { $_ => 1 }
  qw(clock context_switches energy memory power pressure steal temperature throttle);
my %MAY_BE = map { $_ => 1 }
  qw(clock_device clock_raw clock_real clock_syscall clock_tsc ecc_corrected ecc_uncorrected
  idle_utilization kernel_clock memory_clock other_memory other_processes pcie_generation
  pcie_replays pcie_width power_reading power_window read_time run_delay stopped
  throttle_reasons);
my @OF_SHARING = qw(idle_utilization other_memory other_processes);
my $WITH_GAPS  = qr/\A(?: clock(?:_.*)? | kernel_clock | (?:ecc|other|pcie|power)_.*
    | idle_utilization | run_delay | stopped )\z/x;
# The least and the most value, whether the values are whole, and whether they are alike.
my %DOMAIN = (
    clock            => ['1e6', '1e10', 0, 0],
    clock_device     => [undef, undef,  0, 1],
    clock_raw        => [undef, undef,  0, 1],
    clock_real       => [undef, undef,  0, 1],
    clock_syscall    => [undef, undef,  0, 1],
    clock_tsc        => [undef, undef,  0, 1],
    context_switches => ['0',   '1e9',  0, 0],
    ecc_corrected    => ['0',   undef,  1, 1],
    ecc_uncorrected  => ['0',   undef,  1, 1],
    energy           => ['0',   undef,  0, 0],
    idle_utilization => ['0',   '1',    0, 0],
    kernel_clock     => ['1e6', '1e10', 0, 0],
    memory           => ['0',   undef,  0, 0],
    memory_clock     => ['1e6', '1e11', 0, 0],
    other_memory     => ['0',   undef,  0, 0],
    other_processes  => ['0',   undef,  1, 0],
    pcie_generation  => ['1',   '16',   1, 0],
    pcie_replays     => ['0',   undef,  1, 1],
    pcie_width       => ['1',   '64',   1, 0],
    power            => ['0',   '1e5',  0, 0],
    power_reading    => ['0',   '1e5',  0, 0],
    power_window     => ['0',   undef,  0, 1],
    pressure         => ['0',   '1',    0, 0],
    read_time        => ['0',   undef,  0, 0],
    run_delay        => ['0',   '1',    0, 1],
    steal            => ['0',   '1',    0, 0],
    stopped          => ['0',   '1',    0, 1],
    temperature      => ['-60', '150',  0, 0],
    throttle         => ['0',   '1',    1, 0],
    throttle_reasons => ['0',   undef,  1, 1],
);
for my $domain (values %DOMAIN) {    # as numbers, the most with its margin
    my ($least, $most) = @$domain;
    $domain->[0] = number_of($least) if defined $least;
    $domain->[1] = multiply(number_of('1.01'), number_of($most)) if defined $most;
}
my $NOT_THROTTLING = 1 | 2 | 256;    # bits of throttle_reasons
my %WORDS = (
    backends       => [qw(cpu cuda none)],
    required_facts => [qw(compiler compiler.flags cpu.model kernel memory.bytes threads)],
    when           => [qw(transcript repeats)],
    decisions      => [qw(accept reject undecided)],
);
my %TRIALS = (    # the group, and the least and the most size
    none           => ['fault',  0, 0],
    bit            => ['fault',  0, 63],
    bits           => ['fault',  2, 64],
    warp           => ['fault',  0, 63],
    nan            => ['fault',  0, 0],
    infinity       => ['fault',  0, 0],
    zero           => ['fault',  0, 0],
    other          => ['fault',  0, 0],
    row            => ['fault',  1, 2147483647],
    column         => ['fault',  1, 2147483647],
    tile           => ['fault',  1, 2147483647],
    terms          => ['fault',  1, 2147483647],
    block          => ['fault',  1, 2147483647],
    steps          => ['fault',  1, 1000000],
    order          => ['fault',  0, 0],
    parts          => ['fault',  2, 65536],
    softmax        => ['fault', 20, 1000000],
    window         => ['attack', 0, 0],
    null_space     => ['attack', 0, 0],
    quorum         => ['attack', 0, 0],
    two            => ['attack', 0, 0],
    disagree       => ['pair', 0, 63],
    floor          => ['attack', 1, 10000],
    probe_search   => ['attack', 0, 63],
    opening_search => ['attack', 0, 0],
    replay         => ['attack', 0, 0],
    swap           => ['attack', 0, 0],
    narrower       => ['attack', 0, 0],
    opened_only    => ['attack', 0, 0],
    idle           => ['attack', 0, 0],
    stale          => ['attack', 0, 1],
    overwritten    => ['rate', 1, 64],
    best_of        => ['rate', 2, 1000],
    neighbour      => ['rate', 0, 64],
    clock          => ['rate', 0, 9999],
);
my @POINTS = qw(cold soak bursts full);
my @FLAGS  = qw(clock_differs clock_implausible ecc sampling_gap shared starved steal stopped
  throttled);
my @PAIR_CHECKS   = qw(before honest_paper honest);
my %IS_PAIR_CHECK = map { $_ => 1 } @PAIR_CHECKS;
my @PAIR_FIELDS   =
  qw(divergence_least divergence_most faulty_residual honest_derived honest_residual);
my @CHECKS = (
    qw(paper_1 paper_2 paper_4 paper_8 largest rows rounding openings any digest flags),
    @PAIR_CHECKS
);
my @OWN_FORMATS = qw(sci3 fixed0 fixed2 fixed4 signed2 percent3 si4);
my $ANY = sub { 1 };

# The fields of %COMMON and then those of the node.
sub check_node {
    my ($line, $forms, $null_within) = @_;
    my $node = node($line);
    my $sort = sort_of($line);
    my %forms = (type => $ANY, %$forms);
    if (word($node, 'type') eq 'observation') {
        $forms{kind}        = $ANY;
        $forms{environment} = \&is_hex if $sort ne 'environment';
        $forms{plan}        = \&is_hex if $sort ne 'environment' && $sort ne 'plan';
    }
    check_fields($line, "the $sort", ['o', $node], \%forms, $null_within);
}

sub check_environment {
    my ($line) = @_;
    my $node = node($line);
    my %device = (backend => one_of(@{$WORDS{backends}}), device => \&is_text, facts => \&is_array);
    check_node($line,
        {%device, producer => \&is_object, $node->{witness} ? (witness => \&is_object) : ()});
    if ($node->{witness}) {
        check_fields($line, 'the witness', $node->{witness}, \%device);
        check_facts($line, $node->{witness}[1]{facts});
    }
    check_fields($line, 'producer', $node->{producer},
        {name => \&is_text, version => \&is_text, source_revision => \&is_text});
    my %known = check_facts($line, $node->{facts});
    for my $name (@{$WORDS{required_facts}}) {
        $known{$name} or refuse($line, 'schema', "no fact $name");
    }
}

sub check_facts {
    my ($line, $facts) = @_;
    my (%known, $previous);
    for my $fact (@{$facts->[1]}) {
        my %forms = (name => \&is_name, value => [\&is_value]);
        my $is_committed = is_object($fact) && exists $fact->[1]{commitment};
        $forms{commitment} = \&is_hex if $is_committed;
        check_fields($line, 'a fact', $fact, \%forms);
        refuse($line, 'schema', 'a commitment to a value that is there')
          if $is_committed && !is_null($fact->[1]{value});
        my $name = $fact->[1]{name}[1];
        refuse($line, 'schema', 'facts are not in strictly ascending order')
          if defined $previous && $previous ge $name;
        $known{$previous = $name} = 1;
    }
    return %known;
}

sub check_plan {
    my ($line) = @_;
    check_node(
        $line,
        {
            name           => \&is_text,
            nonce          => \&is_nonce,
            run            => \&is_hex,
            continues      => \&is_continues,
            repeat_seconds => \&is_above,
            items          => sub { is_array($_[0]) && @{$_[0][1]} <= 1024 },
            node($line)->{extent} ? (extent => one_of('light')) : (),
        }
    );
    $plan  = node($line);
    $nonce = $plan->{nonce}[1];
    @roots = map { $_->[1] } @{$plan->{continues}[1]};
    my %labels;
    for my $entry (@{$plan->{items}[1]}) {
        my %forms = (
            workload => \&is_string,
            variant  => \&is_string,
            shape    => \&is_object,
            repeats  => \&is_int);
        my %may = (
            fault   => \&is_object,
            minutes => \&is_int,
            point   => one_of(@POINTS),
            trial   => \&is_object,
            tolerance_of => \&is_string,
        );
        for my $name (keys %may) {
            $forms{$name} = $may{$name} if is_object($entry) && exists $entry->[1]{$name};
        }
        check_fields($line, 'an item', $entry, \%forms);
        my $fields   = $entry->[1];
        my $workload = $fields->{workload}[1];
        my $variant  = $fields->{variant}[1];
        my $repeats  = $fields->{repeats}[2];
        my $shape    = $fields->{shape}[1];
        refuse($line, 'plan', 'repeats out of range') if $repeats < 1 || $repeats > 1000;
        refuse($line, 'plan', 'no such workload') unless $DIMENSIONS{$workload};
        refuse($line, 'plan', 'no such variant')
          unless grep { $_ eq $variant } @{$VARIANTS{$workload}};
        my @dimensions = @{$DIMENSIONS{$workload}};
        refuse($line, 'plan', 'not the dimensions of the workload')
          if "@{[sort @dimensions]}" ne "@{[sort keys %$shape]}";
        my %item = (
            workload => $workload,
            variant  => $variant,
            repeats  => int $repeats,
            index    => scalar @items,
            image    => {});
        my $largest = has_trait(\%item, $LONG) ? $LENGTH : $DIMENSION;
        for my $dimension (@dimensions) {
            my $size = $shape->{$dimension};
            refuse($line, 'plan', "$dimension out of range")
              unless is_from_one($size) && $size->[2] <= $largest;
            $item{shape}{$dimension} = int $size->[1];
        }
        my %size = %{$item{shape}};
        $item{trial} = check_trial($line, $fields->{trial}, \%item) if $fields->{trial};
        if (is_tried(\%item)) {
            refuse($line, 'plan', 'trials have neither a fault nor a point of operation')
              if $fields->{fault} || $fields->{point};
        }
        elsif (is_profile(\%item)) {
            refuse($line, 'plan', 'a profile has neither a fault nor a point of operation')
              if $fields->{fault} || $fields->{point};
            refuse($line, 'plan', 'a profile has too many repeats')
              if $item{repeats} > $MOST_PROFILE_REPEATS;
        }
        refuse($line, 'plan', 'more than 2^32 chunks of output')
          if !is_profile(\%item) && output_chunks(\%item) > 4294967296;
        refuse($line, 'plan', 'no integers are small enough for the shape')
          if has_integers(\%item) && !range_of(\%item);
        refuse($line, 'plan', 'one repeat at a point of operation')
          if $fields->{point} && $item{repeats} < 2;
        refuse($line, 'plan', 'a point of operation where the order of additions is by chance')
          if $fields->{point} && has_trait(\%item, $CHANCE);
        my $cube = $workload eq 'gemm' && $size{m} == $size{n} && $size{n} == $size{k};
        $item{label} = "$workload.$variant."
          . ($cube ? "n$size{n}" : join '', map { $LETTER{$_} . $size{$_} } @dimensions);
        if ($fields->{point}) {
            $item{point} = $fields->{point}[1];
            $item{label} .= ".$item{point}";
        }
        if ($fields->{minutes}) {
            my $minutes = $fields->{minutes}[2];
            refuse($line, 'plan', 'minutes without a point of operation') unless $fields->{point};
            refuse($line, 'plan', 'minutes out of range')
              if $minutes < 1 || $minutes > $MOST_MINUTES;
            $item{minutes} = int $minutes;
            $item{label} .= "_${minutes}min";
        }
        if ($fields->{fault}) {
            $item{fault} = check_fault($line, $fields->{fault}, \%item);
            $item{label} .=
              ($item{fault}{when} eq 'repeats' ? '.faulty_' : '.injected_') . $item{fault}{kind};
        }
        if (is_tried(\%item)) {
            my ($word, $size) = @{$item{trial}}{qw(word size)};
            $item{label} .= ".trial_$word" . ($TRIALS{$word}[2] ? "_$size" : '');
        }
        refuse($line, 'plan', "two items $item{label}") if $labels{$item{label}}++;
        $item{image}    = {map { $_ => canonical($fields->{$_}) } qw(workload variant shape)};
        $item{named}    = named_item($line, $fields->{tolerance_of}[1], \%item)
          if $fields->{tolerance_of};
        $item{planned}  = image_without($entry, qw(repeats tolerance_of));
        $item{at_rest}  = image_without($entry, qw(repeats tolerance_of point minutes));
        $item{observed} = [];
        $item{segments} = [];
        $item{stages}   = [];
        $item{revisits} = [];
        push @items, \%item;
    }
    check_light($line) if is_light();
}

# The item before this one at whose tolerance the plan asks to judge it too.
sub named_item {
    my ($line, $variant, $item) = @_;
    refuse($line, 'plan', "$item->{label} has a tolerance_of and no calibration")
      unless has_calibration($item);
    refuse($line, 'plan', "$item->{label} has a tolerance_of, and is no plain measurement")
      unless is_plain($item);
    my $shape = shape_json($item);
    for my $named (grep { is_plain($_) } @items) {
        next if $named->{workload} ne $item->{workload} || $named->{variant} ne $variant;
        next if shape_json($named) ne $shape;
        return $named if has_calibration($named);
    }
    refuse($line, 'plan', "$item->{label} has no earlier item with the tolerance of $variant");
}

sub is_plain { my ($item) = @_; !$item->{fault} && !$item->{point} && !is_tried($item) }

# A light record has no openings, and the hashes of its checkers in place of these.
sub is_light { defined $plan->{extent} }

sub check_light {
    my ($line) = @_;
    my $bad = sub { refuse($line, 'light', $_[0]) };
    $bad->("more than $MOST_LIGHT_ITEMS items")     if @items > $MOST_LIGHT_ITEMS;
    $bad->('a light record that continues another') if @roots;
    for my $item (@items) {
        $bad->("every device may give another output of $item->{label}")
          unless has_trait($item, $EXACT);
        $bad->("more than $MOST_LIGHT_REPEATS repeats of $item->{label}")
          if $item->{repeats} > $MOST_LIGHT_REPEATS;
        $bad->("$item->{label} has trials") if is_tried($item);
    }
}

# The largest r so that the operands of a product of small integers may be from -r to r. It is 0
# where the shape has none.
sub range_of {
    my ($item) = @_;
    my ($bits, $most, $finite) = @{$INTEGER_LIMITS{$item->{variant}}};
    my ($m, $n, $k) = @{$item->{shape}}{qw(m n k)};
    my $t = 0;
    $t++ while (1 << $t) < $m * $n;
    for my $r (reverse 1 .. $most) {
        next if $k * $r * $r > 1 << $bits;
        my $spread = 7 * $k * ($r * $r * $r * ($r + 1)) * (41 + $t);
        return $r if !defined $finite || $spread <= 15 * $finite * $finite;
    }
    return 0;
}

# The canonical image of an object without some of its fields.
sub image_without {
    my ($object, @names) = @_;
    my %left = %{$object->[1]};
    delete @left{@names};
    return canonical(['o', \%left]);
}

# The segments that an item with a point of operation has.
sub segments_of { my ($item) = @_; !$item->{point} ? 0 : $item->{minutes} || 1 }

# The line of the repeat whose output is calibrated, or undef: of an item with a point of operation
# the first one behind the segments.
sub first_repeat { my ($item) = @_; $item->{observed}[$item->{point} ? 1 : 0] }

# The observations that an item has of the kind that procedure_of says.
sub observations_planned { my ($item) = @_; is_tried($item) ? 1 : $item->{repeats} }

# The item with which a change compares the item, or undef.
sub base_of {
    my ($item) = @_;
    if ($item->{point}) {
        my ($base) = grep { $_->{planned} eq $item->{at_rest} } @items;
        return $base;
    }
    return undef if $item->{fault} || is_tried($item) || !has_trait($item, $SWEPT);
    my $base;
    for my $other (grep { !$_->{point} && !$_->{fault} && !is_tried($_) } @items) {
        next if grep { $other->{$_} ne $item->{$_} } qw(workload variant);
        my @others = grep { $_ ne 'n' } keys %{$item->{shape}};
        next if grep { $other->{shape}{$_} != $item->{shape}{$_} } @others;
        next unless $other->{shape}{n} < $item->{shape}{n};
        $base = $other if !$base || $base->{shape}{n} < $other->{shape}{n};
    }
    return $base;
}

# What a plan says of the records that it continues. Where these are not at hand, it is only that no
# two are equal.
sub check_continues {
    my %known;
    for my $root (@roots) {
        refuse(2, 'continues', 'two roots of continues are equal') if $known{$root}++;
    }
    return unless @items && @roots && $priors;
    my $first = $priors->[0];
    refuse(2, 'continues', 'another nonce than that of prior 1') if $nonce ne $first->{nonce};
    my @left = @{$first->{items}};
    for my $item (@items) {
        shift @left while @left && $left[0]{item}{planned} ne $item->{planned};
        refuse(2, 'continues', "$item->{label} is not an item of prior 1, or not in its order")
          unless @left;
        shift @left;
    }
}

my @FAULTS    = qw(bit bits element row tile nan stale operand precision);
my $PLACELESS = qr/\A(?:stale|operand|precision)\z/;

# The fault that the plan asks for in an item's output: where it begins is in the output.
sub check_fault {
    my ($line, $object, $item) = @_;
    my %forms = (kind => \&is_string, when => \&is_string, row => \&is_count, column => \&is_count);
    check_fields($line, 'a fault', $object, \%forms);
    my $fields = $object->[1];
    my ($kind, $when)   = map { $fields->{$_}[1] } qw(kind when);
    my ($row,  $column) = map { $fields->{$_}[2] } qw(row column);
    refuse($line, 'schema', 'no fault is called so') unless grep { $_ eq $kind } @FAULTS;
    refuse($line, 'schema', 'when is transcript or repeats')
      unless grep { $_ eq $when } @{$WORDS{when}};
    refuse($line, 'plan', 'repeats cannot have a stale fault')
      if $kind eq 'stale' && $when eq 'repeats';
    my $place = $row < output_rows($item) && $column < output_row_elements($item, $row);
    refuse($line, 'plan', 'row and column are not a place in the output') unless $place;
    my $placeless = $kind =~ $PLACELESS;
    refuse($line, 'plan', 'such a fault has no place, so row and column are 0')
      if $placeless && ($row || $column);
    return {kind => $kind, when => $when, row => $row, column => $column};
}

# The trials that the plan asks for in place of a measurement.
sub check_trial {
    my ($line, $object, $item) = @_;
    check_fields($line, 'a trial', $object, {word => one_of(keys %TRIALS), size => \&is_count});
    my ($word, $size) = ($object->[1]{word}[1], $object->[1]{size}[2]);
    my ($group, $least, $most) = @{$TRIALS{$word}};
    refuse($line, 'plan', 'trials of a variant that is not repeated') if is_profile($item);
    refuse($line, 'plan', "the size of $word is not $least to $most")
      unless $least <= $size && $size <= $most;
    return {word => $word, size => int $size, group => $group};
}

# The item that the observation names.
sub item_of { $items[node($_[0])->{item}[2]] }

# The same, of an observation that is not yet checked. Each kind has its own tag for an item that
# the plan lacks, and for one that is measured by another procedure.
sub check_item_of {
    my ($line) = @_;
    my $node   = node($line);
    my $index  = $node->{item};
    my $sort   = sort_of($line);
    my $tag    = $sort eq 'stress' ? 'point' : $sort;
    $index && is_count($index) or refuse($line, 'schema', 'item is not a count');
    $index->[2] < @items or refuse($line, $tag, 'item is not below the number of items');
    my $item = item_of($line);
    my $must = $sort eq 'profile' || $sort eq 'trials' ? $sort : 'workload';
    my $is   = procedure_of($item);
    refuse($line, $tag, "$item->{label} has observations of the kind $is") if $is ne $must;
    return $item;
}

# The elements of an output of which a residual counts those that are wrong, else undef.
sub elements_counted {
    my ($item) = @_;
    my %size = %{$item->{shape}};
    return $size{lanes} if $item->{workload} eq 'random_access';
    return has_integers($item) ? $size{m} * $size{n} : undef;
}

# The least reference_max of a product.
sub least_reference {
    my ($item) = @_;
    my %size   = %{$item->{shape}};
    my $square = $item->{variant} eq 'int8' ? number_of('29826902.25') : 1;
    my $columns = int(($size{n} + $PROBES - 1) / $PROBES);    # of probe 0
    return multiply(number_of('0.999'),
        root_of(multiply(multiply($size{k}, $square), multiply(number_of('0.5625'), $columns))));
}

sub check_residual {
    my ($line, $residual, $item) = @_;
    my %forms = (difference_max => [\&is_zero_up], reference_max => [\&is_zero_up]);
    if (has_rows($item)) {
        my ($rows, $columns) = @{$item->{shape}}{qw(m n)};
        my $probes = $columns < $PROBES ? $columns : $PROBES;
        $forms{$_} = [\&is_zero_up] for qw(row_statistic residual_squares rounding_squares);
        $forms{row}   = sub { is_count($_[0]) && $_[0][2] < $rows };
        $forms{probe} = sub { is_count($_[0]) && $_[0][2] < $probes };
    }
    my $has_sums = exists $residual->[1]{row_sum_error};
    $forms{row_sum_error} = \&is_zero_up if $has_sums;
    check_fields($line, 'the residual', $residual, \%forms);
    my ($difference, $reference) = @{$residual->[1]}{qw(difference_max reference_max)};
    if ($item->{workload} eq 'attention') {
        refuse($line, 'residual', 'no row_sum_error') if !$has_sums && !is_null($difference);
    }
    elsif ($has_sums) { refuse($line, 'residual', 'a row_sum_error of something without rows') }
    if (defined(my $counted = elements_counted($item))) {
        refuse($line, 'residual', "reference_max is not $counted")
          if is_null($reference) || $reference->[2] != $counted;
        refuse($line, 'residual', "difference_max is not an int of 0 to $counted")
          unless is_count($difference) && $difference->[2] <= $counted;
    }
    elsif ($item->{workload} eq 'reduction') {
        refuse($line, 'residual', 'reference_max is not 1')
          if is_null($reference) || $reference->[2] != 1;
    }
    elsif (has_calibration($item)) {
        refuse($line, 'residual', 'reference_max is below what the operands give')
          if !is_null($reference) && $reference->[2] < least_reference($item);
    }
}

# Equal outputs of an item have equal residuals.
sub check_same_residual {
    my ($line, $item) = @_;
    my $node  = node($line);
    my $image = canonical($node->{residual});
    my $known = $item->{residual_of}{word($node, 'output_digest')} ||= $image;
    refuse($line, 'digest', 'another residual than that of the same output') if $known ne $image;
}

my $LATEST = '9223372036854775807';

# A time that is a decimal, as a number.
sub time_of {
    my ($line, $text) = @_;
    refuse($line, 'time', 'later than 2^63-1 ns')
      if length $text > length $LATEST || length $text == length $LATEST && $text gt $LATEST;
    return $text + 0;
}

sub check_session {
    my ($line) = @_;
    my $node = node($line);
    my %forms = (index => \&is_count, started_at => \&is_decimal);
    $forms{warnings} = \&is_warnings if $node->{warnings};
    check_node($line, \%forms);
    refuse($line, 'session', 'indices are not 0, 1, 2, ... in order')
      if $node->{index}[2] != @sessions;
    push @sessions, {start => time_of($line, word($node, 'started_at')), line => $line};
}

sub check_session_before {
    my ($line) = @_;
    refuse($line, 'session', 'no session before it') unless @sessions;
}

sub check_time {
    my ($line, $item) = @_;
    my $node    = node($line);
    my $session = $sessions[-1];
    my $start   = time_of($line, word($node, 'started_at'));
    my $product = multiply($node->{seconds}[2], number_of('1e9'));
    refuse($line, 'time', 'the observation is too long') unless $product < power_of_two(63);
    my $length = sprintf('%.0f', floor($product)) + 0;
    my $end    = time_of($line, $start + $length);
    $timed_ns = time_of($line, $timed_ns + $length);
    my $before = $session->{end} || $session->{start};
    refuse($line, 'time', 'starts before its session or before the end of the one before')
      if $start < $before;
    $session->{end} = $end;
    push @timed, {line => $line, item => $item, start => $start, end => $end};
}

my %OF_COVARIATE = (
    minimum       => \&is_number,
    median        => \&is_number,
    maximum       => \&is_number,
    samples       => \&is_from_one,
    longest_gap_s => \&is_zero_up,
);

# The fields of what was sampled during a workload, stress or profile observation.
sub check_covariate_fields {
    my ($line) = @_;
    my $covariates = node($line)->{covariates};
    my @may = grep { exists $covariates->[1]{$_} } keys %MAY_BE;
    check_fields($line, 'covariates', $covariates,
        {map { $_ => \&is_object } keys %COVARIATES, @may});
    for my $name (sort keys %COVARIATES, @may) {
        my $covariate = $covariates->[1]{$name};
        if (exists $covariate->[1]{reason}) {
            check_fields($line, $name, $covariate, {reason => \&is_spoken});
            next;
        }
        check_fields($line, $name, $covariate, \%OF_COVARIATE);
        my ($low, $middle, $high) = map { $covariate->[1]{$_}[2] } qw(minimum median maximum);
        refuse($line, 'schema', "$name: not minimum <= median <= maximum")
          unless $low <= $middle && $middle <= $high;
    }
}

sub check_workload {
    my ($line) = @_;
    my $node   = node($line);
    my $item   = check_item_of($line);
    check_session_before($line);
    my %common = (
        item     => \&is_count,
        repeat   => \&is_count,
        workload => \&is_string,
        variant  => \&is_string,
        shape    => \&is_object,
        status   => one_of(qw(ok failed)),
    );
    if (word($node, 'status') eq 'failed') { check_node($line, {%common, reason => \&is_spoken}) }
    else {
        check_node(
            $line,
            {
                %common,
                started_at          => \&is_decimal,
                method              => \&is_text,
                seconds             => \&is_above,
                iterations          => \&is_from_one,
                output_digest       => \&is_hex,
                divergence          => [\&is_zero_up],
                residual            => \&is_object,
                peak_resident_bytes => [\&is_count],
                covariates          => \&is_object,
                flags               => \&is_array,
            }
        );
        check_covariate_fields($line);
    }
    for my $field (qw(workload variant shape)) {
        refuse($line, 'workload', "$field is not the item's")
          if canonical($node->{$field}) ne $item->{image}{$field};
    }
    my $repeat = $node->{repeat}[2];
    refuse($line, 'workload', 'repeats are not 0, 1, 2, ... in order')
      if $repeat != @{$item->{observed}};
    refuse($line, 'workload', 'more repeats than planned') if $repeat >= $item->{repeats};
    check_segments_before($line, $item) if $repeat > 0;
    push @{$item->{observed}}, $line;
    if (word($node, 'status') eq 'failed') { $item->{is_failed} = 1; return }
    my $least = $plan->{repeat_seconds}[2];
    refuse($line, 'workload', "the repeat is shorter than $least s")
      if $node->{seconds}[2] < $least;
    check_residual($line, $node->{residual}, $item);
    check_same_residual($line, $item);
    check_time($line, $item);
    push @ok_repeats, $timed[-1];
    check_covariates($line);
    check_flags($line);
    my $first = node($item->{observed}[0]);
    if (word($first, 'status') eq 'failed') {
        refuse($line, 'digest', 'a divergence without a repeat 0')
          unless is_null($node->{divergence});
    }
    elsif (word($first, 'output_digest') eq word($node, 'output_digest')) {
        my $divergence = $node->{divergence};
        refuse($line, 'digest', 'the digest is that of repeat 0, the divergence is not 0')
          if is_null($divergence) || $divergence->[2] != 0;
    }
}

# What follows the segments of an item comes after all of them.
sub check_segments_before {
    my ($line, $item) = @_;
    refuse($line, 'point', "not after all segments of $item->{label}")
      if @{$item->{segments}} < segments_of($item);
}

sub check_stress {
    my ($line) = @_;
    my $node   = node($line);
    my $item   = check_item_of($line);
    my $bad    = sub { refuse($line, 'point', $_[0]) };
    check_session_before($line);
    my %common =
      (item => \&is_count, index => \&is_count, status => one_of(qw(ok failed)));
    my $is_failed = word($node, 'status') eq 'failed';
    if ($is_failed) {
        my %may = (seconds => \&is_above, started_at => \&is_decimal);
        my %has = map { $_ => $may{$_} } grep { exists $node->{$_} } keys %may;
        check_node($line, {%common, reason => \&is_spoken, %has});
        $bad->('of seconds and started_at one alone') if keys %has == 1;
    }
    else {
        my %may = (
            duty              => \&is_number,
            memory_free_bytes => \&is_count,
            period_s          => \&is_above,
            residual          => \&is_object,
        );
        check_node(
            $line,
            {
                %common,
                started_at => \&is_decimal,
                seconds    => \&is_above,
                products   => \&is_count,
                errors     => \&is_count,
                covariates => \&is_object,
                flags      => \&is_array,
                map { $_ => $may{$_} } grep { exists $node->{$_} } keys %may,
            }
        );
        check_covariate_fields($line);
    }
    my $point = $item->{point} or $bad->("$item->{label} has no point of operation");
    $bad->('indices are not 0, 1, 2, ... in order') if $node->{index}[2] != @{$item->{segments}};
    $bad->('more segments than planned') if @{$item->{segments}} >= segments_of($item);
    $bad->('not after repeat 0') unless @{$item->{observed}};
    $bad->('after repeat 1, the calibration or a stage')
      if @{$item->{observed}} > 1 || $item->{calibration} || @{$item->{stages}};
    push @{$item->{segments}}, $line;
    if ($is_failed) {    # one that was cut has a time
        check_time($line, $item) if $node->{started_at};
        return;
    }
    my $first = node($item->{observed}[0]);
    $bad->('repeat 0 failed, so the segment failed') if word($first, 'status') eq 'failed';
    check_segment($line, $item);
    my $residual = $node->{residual};
    if ($residual) {
        check_residual($line, $residual, $item);
        refuse($line, 'digest', 'no errors, and another residual than that of repeat 0')
          if $node->{errors}[2] == 0 && canonical($residual) ne canonical($first->{residual});
    }
    check_time($line, $item);
    check_covariates($line);
    check_flags($line);
}

# What an ok segment has at its point of operation.
sub check_segment {
    my ($line, $item) = @_;
    my $node  = node($line);
    my $point = $item->{point};
    my $bad   = sub { refuse($line, 'point', $_[0]) };
    $bad->("shorter than $LEAST_SEGMENT s")
      if $item->{minutes} && $node->{seconds}[2] < $LEAST_SEGMENT;
    my $products = $node->{products}[2];
    $bad->('products that the point of operation does not have')
      if $point eq 'cold' ? $products != 0 : $products == 0;
    $bad->('more errors than products') if $node->{errors}[2] > $products;
    my %must = (
        residual          => $products != 0,
        period_s          => $point eq 'bursts',
        duty              => $point eq 'bursts',
        memory_free_bytes => $point eq 'full',
    );
    for my $field (sort keys %must) {
        $bad->("no $field")    if $must{$field}  && !$node->{$field};
        $bad->("has a $field") if !$must{$field} && $node->{$field};
    }
    $bad->('not 0 < duty < 1')
      if $node->{duty} && !($node->{duty}[2] > 0 && $node->{duty}[2] < 1);
}

sub check_profile {
    my ($line) = @_;
    my $node   = node($line);
    my $item   = check_item_of($line);
    check_session_before($line);
    my %common =
      (item => \&is_count, repeat => \&is_count, status => one_of(qw(ok failed)));
    if (word($node, 'status') eq 'failed') { check_node($line, {%common, reason => \&is_spoken}) }
    else {
        my $is_latencies = sub {
            my ($array) = @_;
            return 0 unless is_array($array) && !grep { !is_zero_up($_) } @{$array->[1]};
            return @{$array->[1]} >= 1 && @{$array->[1]} <= $MOST_UNITS;
        };
        check_node(
            $line,
            {
                %common,
                allocation => \&is_count,
                started_at => \&is_decimal,
                seconds    => \&is_above,
                latencies  => $is_latencies,
                covariates => \&is_object,
                flags      => \&is_array,
            }
        );
        check_covariate_fields($line);
    }
    my $bad    = sub { refuse($line, 'profile', $_[0]) };
    my $repeat = $node->{repeat}[2];
    $bad->('repeats are not 0, 1, 2, ... in order') if $repeat != @{$item->{observed}};
    $bad->('more repeats than planned') if $repeat >= $item->{repeats};
    push @{$item->{observed}}, $line;
    if (word($node, 'status') eq 'failed') { $item->{is_failed} = 1; return }
    my @latencies = @{$node->{latencies}[1]};
    my $most = number_of('1e9');
    $bad->("a latency is not above 0 and at most $most")
      if grep { !($_->[2] > 0 && $_->[2] <= $most) } @latencies;
    $item->{units} ||= @latencies;
    $bad->('another number of latencies than before') if $item->{units} != @latencies;
    check_time($line, $item);
    check_covariates($line);
    check_flags($line);
}

sub check_trials {
    my ($line) = @_;
    my $node   = node($line);
    my $item   = check_item_of($line);
    my $bad    = sub { refuse($line, 'trials', $_[0]) };
    check_session_before($line);
    my %common = (item => \&is_count, status => one_of(qw(ok failed)));
    my @seen;
    if (word($node, 'status') eq 'failed') { check_node($line, {%common, reason => \&is_spoken}) }
    else {
        check_node(
            $line,
            {
                %common,
                started_at => \&is_decimal,
                method     => \&is_text,
                seconds    => \&is_above,
                seed       => \&is_hex,
                seen       => sub {
                    is_array($_[0]) && @{$_[0][1]} >= 1 && @{$_[0][1]} <= @CHECKS;
                },
                map { $node->{$_} ? ($_ => \&is_object) : () } qw(attack pair),
            }
        );
        @seen = @{$node->{seen}[1]};
        my %of_seen = (check => one_of(@CHECKS), trials => \&is_text);
        check_fields($line, 'an element of seen', $_, \%of_seen) for @seen;
        my %of_attack = map { $_ => [\&is_zero_up] } qw(committed cost derived error);
        check_fields($line, 'the attack', $node->{attack}, \%of_attack) if $node->{attack};
        my %of_pair = map { $_ => [\&is_zero_up] } @PAIR_FIELDS;
        check_fields($line, 'the pair', $node->{pair}, \%of_pair) if $node->{pair};
    }
    $bad->("a second observation of the trials of $item->{label}") if @{$item->{observed}};
    push @{$item->{observed}}, $line;
    if (word($node, 'status') eq 'failed') { $item->{is_failed} = 1; return }
    $bad->('the trial is no attack')    if $node->{attack}  && !is_attack($item);
    $bad->('no attack, which it is of') if !$node->{attack} && is_attack($item);
    $bad->('the trial is of no pairs')  if $node->{pair}    && !is_of_pairs($item);
    $bad->('no pair, which it is of')   if !$node->{pair}   && is_of_pairs($item);
    my $seed = sha256_hex("witnessmark/1 trials\n$item->{label}\n$nonce");
    $bad->("the seed is $seed") if word($node, 'seed') ne $seed;
    my @places;
    for my $seen (map { $_->[1] } @seen) {
        my ($check, $bits) = map { word($seen, $_) } qw(check trials);
        my ($place) = grep { $CHECKS[$_] eq $check } 0 .. $#CHECKS;
        $bad->("$check is not after the check before it") if @places && $place <= $places[-1];
        push @places, $place;
        $bad->('flags of an attack that is not on a rate')
          if $check eq 'flags' && !is_of_rate($item);
        $bad->("$check of a trial that is of no pairs")
          if $IS_PAIR_CHECK{$check} && !is_of_pairs($item);
        my $digits = quotient_up($item->{repeats}, 4);
        $bad->("the trials of $check are not $digits hex digits")
          unless length $bits == $digits && $bits =~ /\A[0-9a-f]*\z/;
        $bits = unpack 'B*', pack 'H*', $bits;
        $bad->("$check has a bit behind the last trial")
          if substr($bits, $item->{repeats}) =~ /1/;
        ($item->{seen}{$check} = substr $bits, 0, $item->{repeats}) =~ tr/0//d;
    }
    check_divergence($line, $item, $bad) if $node->{pair};
    check_time($line, $item);
}

# The smallest divergence of pairs is not above the largest, and equal digests have none.
sub check_divergence {
    my ($line, $item, $bad) = @_;
    my $pair = node($line)->{pair}[1];
    my ($least, $most) =
      map { is_null($pair->{$_}) ? undef : $pair->{$_}[2] } qw(divergence_least divergence_most);
    $bad->('the smallest divergence is above the largest')
      if defined $least && defined $most && $least > $most;
    defined(my $ones = $item->{seen}{digest}) or return;
    $bad->('a pair with equal digests has a divergence')
      if length $ones < $item->{repeats} && defined $least && $least != 0;
    $bad->('no digests differ, and there is a divergence')
      if $ones eq '' && defined $most && $most != 0;
}

# The covariates of a repeat that are present, by name.
sub present {
    my ($line) = @_;
    my $covariates = node($line)->{covariates}[1];
    return map { $_ => $covariates->{$_}[1] }
      grep { !exists $covariates->{$_}[1]{reason} } keys %$covariates;
}

sub is_present { my ($line, $name) = @_; my %present = present($line); return $present{$name} }

sub check_covariates {
    my ($line)  = @_;
    my $seconds = node($line)->{seconds}[2];
    my %present = present($line);
    my $bad     = sub { refuse($line, 'covariates', "$_[0]: $_[1]") };
    my $least_covered = multiply(number_of('0.99'), $seconds);
    for my $name (sort keys %present) {
        my ($least, $most, $whole, $alike) = @{$DOMAIN{$name}};
        my $fields = $present{$name};
        my ($low, $middle, $high) = map { $fields->{$_}[2] } qw(minimum median maximum);
        $bad->($name, 'below its domain') if defined $least && !($low >= $least);
        $bad->($name, 'above its domain') if defined $most && !($high <= $most);
        $bad->($name, 'not whole')
          if $whole && !(is_int($fields->{minimum}) && is_int($fields->{maximum}));
        $bad->($name, 'not alike') if $alike && !($low == $middle && $middle == $high);
        next if $name =~ $WITH_GAPS;
        my $covered = multiply(add($fields->{samples}[2], 4), $fields->{longest_gap_s}[2]);
        $bad->($name, 'does not cover the repeat')
          unless $covered >= $least_covered;
    }
    return unless $present{throttle} && $present{throttle_reasons};
    my $throttle = $present{throttle}{maximum}[2];
    my $reasons  = $present{throttle_reasons}{maximum}[1];
    my $limited  = ($reasons & ~$NOT_THROTTLING) ? 1 : 0;
    $bad->('throttle', 'not as throttle_reasons says') if $throttle != $limited;
}

# The highest frequency that the environment of the repeat allows, Hz. A fact can lower it only.
sub clock_limit {
    my ($line)  = @_;
    my $ceiling = number_of('6.5e9');
    my $id = word(node($line), 'environment');
    my $environment = node(line_of_edge($line, 'environment', $id, 'environment'));
    for my $fact (@{$environment->{facts}[1]}) {
        next if $fact->[1]{name}[1] ne 'clock.limit' || !is_number($fact->[1]{value});
        return $fact->[1]{value}[2] < $ceiling ? $fact->[1]{value}[2] : $ceiling;
    }
    return $ceiling;
}

sub check_flags {
    my ($line)  = @_;
    my $node    = node($line);
    my $seconds = $node->{seconds}[2];
    my %present = present($line);
    my $needed  = divide(multiply(number_of('0.8'), $seconds), number_of('0.02'));
    my $gap     = add(multiply(number_of('0.2'), $seconds), number_of('0.04'));
    my $highest = multiply(number_of('1.05'), clock_limit($line));
    my $any     = sub {
        my ($field, $most, @names) = @_;
        return scalar grep { $present{$_} && $present{$_}{$field}[2] > $most } @names;
    };
    my $sparse = sub {
        my ($name) = @_;
        return 0 if $name =~ $WITH_GAPS;
        return $present{$name}{samples}[2] < $needed || $present{$name}{longest_gap_s}[2] > $gap;
    };
    my $differs = sub {
        my ($name) = @_;
        return $present{$name} && absolute($present{$name}{median}[2]) > number_of('0.001');
    };
    my @clocks = qw(clock_device clock_raw clock_real clock_syscall clock_tsc);
    my %holds  = (
        clock_differs     => scalar(grep { $differs->($_) } @clocks),
        clock_implausible => $any->('maximum', $highest, qw(clock kernel_clock)),
        ecc               => $any->('maximum', 0, qw(ecc_corrected ecc_uncorrected)),
        sampling_gap      => scalar(grep { $sparse->($_) } keys %present),
        shared            => $any->('maximum', number_of('0.1'), 'idle_utilization')
          || $any->('maximum', 67108864, 'other_memory')
          || $any->('maximum', 0, 'other_processes'),
        starved           => $any->('median', number_of('0.1'), 'run_delay'),
        steal             => $any->('median', number_of('0.05'), 'steal'),
        stopped           => $any->('median', number_of('0.1'), 'stopped'),
        throttled         => $any->('maximum', 0, 'throttle'),
    );
    my @flags    = grep { $holds{$_} } @FLAGS;
    my $expected = canonical(['a', [map { string_value($_) } @flags]]);
    refuse($line, 'flags', "the flags are $expected") if canonical($node->{flags}) ne $expected;
}

sub check_calibration {
    my ($line) = @_;
    my $node   = node($line);
    my $item   = check_item_of($line);
    check_session_before($line);
    refuse($line, 'calibration', 'a repeat of the item failed') if is_failed($item);
    my %common = (item => \&is_count, product => \&is_hex, status => one_of(qw(ok failed)));
    if (word($node, 'status') eq 'failed') { check_node($line, {%common, reason => \&is_spoken}) }
    else {
        my $null   = 0;
        my $values = sub {
            my ($array) = @_;
            return 0 unless is_array($array) && @{$array->[1]} == $PROBE_SETS;
            for my $value (@{$array->[1]}) {
                if (is_null($value)) { $null = 1 }
                elsif (!is_zero_up($value)) { return 0 }
            }
            return 1;
        };
        my @arrays = qw(difference_max reference_max residual_squares rounding_squares);
        $values->($_) for grep { defined } map { $node->{$_} } @arrays;
        check_node($line, {%common, map { $_ => $values } @arrays}, $null);
    }
    refuse($line, 'calibration', 'a calibration of a variant that has none')
      unless has_calibration($item);
    refuse($line, 'calibration', 'a second calibration of the item') if $item->{calibration};
    check_segments_before($line, $item);
    for my $value ($node->{reference_max} ? @{$node->{reference_max}[1]} : ()) {
        refuse($line, 'residual', 'a reference_max is below what the operands give')
          if !is_null($value) && $value->[2] < least_reference($item);
    }
    $item->{calibration} = $line;
}

# The fault that the item's transcript must have, if any.
sub planned_inject {
    my ($item) = @_;
    return $item->{fault} && $item->{fault}{when} eq 'transcript' ? $item->{fault} : undef;
}

sub check_stage {
    my ($line) = @_;
    my $node = node($line);
    my $item = check_item_of($line);
    check_session_before($line);
    refuse($line, 'stage', 'a repeat of the item failed') if is_failed($item);
    my %common = (item => \&is_count, index => \&is_count, stage => \&is_string);
    my $index = $node->{index};
    refuse($line, 'schema', 'index is not a count') unless $index && is_count($index);
    $common{previous} = \&is_hex if $node->{previous};
    my $stage = word($node, 'stage');
    if ($stage eq 'acquire') {
        check_node($line, {%common, product => \&is_hex, output_digest => \&is_hex});
    }
    elsif ($stage eq 'inject') {
        my %forms = (
            fault         => one_of(@FAULTS),
            row           => \&is_count,
            column        => \&is_count,
            output_digest => \&is_hex);
        check_node($line, {%common, %forms});
        my $fault = planned_inject($item);
        refuse($line, 'stage', 'the plan asks for no fault in the transcript') unless $fault;
        my $same =
          $fault->{kind} eq word($node, 'fault') && !grep { $fault->{$_} != $node->{$_}[2] }
          qw(row column);
        refuse($line, 'stage', 'the plan asks for another fault, or for it at another place')
          unless $same;
    }
    elsif ($stage eq 'decide') {
        check_node($line, {%common, decision => one_of(@{$WORDS{decisions}})});
    }
    elsif ($stage eq 'repair') {
        check_node($line, {%common, method => \&is_text, output_digest => \&is_hex});
    }
    elsif ($stage eq 'witness') {
        my ($fixed, $drawn) = opening_counts($item);
        my %forms = (openings => sub { is_array($_[0]) && @{$_[0][1]} == $fixed + $drawn });
        $forms{calibration} = \&is_hex    if has_calibration($item);
        $forms{element}     = \&is_object if exists $node->{element};
        check_node($line, {%common, %forms, output_digest => \&is_hex, residual => \&is_object});
        check_residual($line, $node->{residual}, $item);
        check_opening_fields($line, $_) for @{$node->{openings}[1]};
        my %element =
          (row => \&is_count, column => \&is_count, found => \&is_nonce, expected => \&is_nonce);
        check_fields($line, 'the element', $node->{element}, \%element) if $node->{element};
    }
    else { refuse($line, 'schema', 'no known stage') }
    refuse($line, 'stage', 'stages are not 0, 1, 2, ... in order')
      if $index->[2] != @{$item->{stages}};
    refuse($line, 'stage', 'a first stage has a previous one')
      if $index->[2] == 0 && $node->{previous};
    refuse($line, 'stage', 'no previous stage') if $index->[2] > 0 && !$node->{previous};
    check_segments_before($line, $item);
    push @{$item->{stages}}, $line;
}

sub check_revisit {
    my ($line) = @_;
    my $node   = node($line);
    my $item   = check_item_of($line);
    check_session_before($line);
    my ($fixed, $drawn) = opening_counts($item);
    check_node(
        $line,
        {
            item     => \&is_count,
            prior    => \&is_from_one,
            product  => \&is_hex,
            openings => sub { is_array($_[0]) && @{$_[0][1]} == $fixed + $drawn },
        }
    );
    check_opening_fields($line, $_) for @{$node->{openings}[1]};
    my $prior = $node->{prior}[2];
    refuse($line, 'revisit', "the record continues no prior $prior") if $prior > @roots;
    my $before = $item->{revisits}[-1];
    refuse($line, 'revisit', 'revisits of an item are not in ascending order of prior')
      if $before && node($before)->{prior}[2] >= $prior;
    push @{$item->{revisits}}, $line;
}

sub check_opening_fields {
    my ($line, $opening) = @_;
    my %forms = (
        row         => \&is_count,
        chunk       => \&is_count,
        data        => \&is_string,
        row_path    => \&is_hexes,
        matrix_path => \&is_hexes);
    check_fields($line, 'an opening', $opening, \%forms);
}

sub check_external {
    my ($line) = @_;
    check_node($line, {series => \&is_name, index => \&is_count, values => \&is_object});
    my $node = node($line);
    my @names = grep { $_ ne 'reason' } keys %{$node->{values}[1]};
    refuse($line, 'schema', 'values has not 1 to 64 fields') if @names < 1 || @names > 64;
    refuse($line, 'schema', 'a name in values is longer than 64 bytes')
      if grep { length > 64 } @names;
    check_fields($line, 'values', $node->{values}, {map { $_ => [\&is_number] } @names});
    my $series = $series{word($node, 'series')} ||= [];
    refuse($line, 'series', 'indices are not 0, 1, 2, ... in order')
      if $node->{index}[2] != @$series;
    push @$series, $line;
}

my %OF_ITEM = map { $_ => 1 }
  qw(median_rate rate_low rate_high relative_mad median_clock clock_correlation lag_correlation
  independence performance_class divergence numerical_class floor predicted_floor
  calibrated_rounding basis tolerance residual row_statistic row_threshold row_sum_error
  row_sum_bound wrong_elements rounding verified transcript first_wrong median_power
  median_temperature peak_memory temperature_of_repeats clock_slope clock_slope_low
  clock_slope_high clock_variation);
my %OF_SLOPE =
  map { $_ => 1 } qw(clock_slope clock_slope_low clock_slope_high clock_variation);
my %OF_POINT =
  map { $_ => 1 } qw(products errors failed_segments segments load_time load_rate
  temperature_reached temperature_lowest power_mean power_reached power_window throttle_reasons
  stress_residual stress_row_statistic memory_free);
my %OF_PROFILE =
  map { $_ => 1 } qw(units latency spread within discriminating key);
my %OF_ATTACK = map { ("attack_$_" => $_) } qw(error cost committed derived);    # its field
my %OF_SEEN;    # the check, and which end of the interval, if any
for my $check (@CHECKS) {
    $OF_SEEN{"seen_$check"} = [$check];
    $OF_SEEN{"seen_${check}_$_"} = [$check, $_] for qw(low high);
}
my %OF_PAIR   = map { ("pair_$_" => $_) } @PAIR_FIELDS;
my %OF_TRIALS = map { $_ => 1 } 'trials', keys %OF_SEEN, keys %OF_ATTACK, keys %OF_PAIR;
my %OF_CHANGE =
  map { $_ => 1 } qw(output_kept rate_change rate_change_low rate_change_high inflation);
my %OF_JUDGEMENT =
  map { $_ => 1 } qw(judged_residual judged_tolerance judged_decision);
my %OF_RECORD =
  map { $_ => 1 } qw(sessions wall_time timed_share longest_gap flagged_repeats);
my %OF_SERIES =
  map { $_ => 1 } qw(median_of minimum_of maximum_of mean_of standard_deviation_of relative_mad_of);

my %OF_LINK =
  map { $_ => 1 } qw(agreement difference difference_limit methods rate_ratio rate_ratio_low
  rate_ratio_high floor_ratio class_kept numerical_class_kept distance recalled_key recalled);
my %OF_PRIOR =
  map { $_ => 1 } qw(links identical within_rounding different not_comparable floor_ratio_low
  floor_ratio_high floors_recovered floors classes_recovered classes rates_lost
  recoverable_fraction recovered_of_measured evidence_preserving);
my %FUNCTIONS = (
    %OF_ITEM,   %OF_POINT,  %OF_PROFILE, %OF_TRIALS, %OF_RECORD,
    %OF_CHANGE, %OF_SERIES, %OF_LINK,    %OF_PRIOR,  %OF_JUDGEMENT);
my %RECALLS = map { $_ => 1 } qw(distance recalled_key recalled);

# What a function needs of a variant, or that it needs trials.
my %NEEDED = (
    (map { $_ => 'row_sums' } qw(row_sum_error row_sum_bound)),
    (map { $_ => 'integers' } qw(wrong_elements first_wrong)),
    (map { $_ => 'rows' } qw(row_statistic row_threshold stress_row_statistic)),
    (
        map { $_ => 'calibration' }
          qw(floor predicted_floor calibrated_rounding basis rounding inflation floor_ratio),
        keys %OF_JUDGEMENT
    ),
    (map { $_ => 'profile' } keys %OF_PROFILE, keys %RECALLS),
    map { $_ => 'trials' } keys %OF_TRIALS
);

# A function over profiles is for these, one over trials for items that have these, and one over
# outputs for neither.
sub check_needed {
    my ($line, $function, $item) = @_;
    my $needed = $NEEDED{$function} || '';
    my $is_for =
        $needed eq 'trials' ? is_tried($item) && (!$OF_ATTACK{$function} || is_attack($item))
        && ($function !~ /^seen_flags/ || is_of_rate($item))
        && ($function !~ /^(?:seen_before|seen_honest|pair_)/ || is_of_pairs($item))
      : is_tried($item)     ? 0
      : is_profile($item)   ? $needed eq 'profile'
      :                       has_needed($item, $needed);
    $is_for = 0 if $OF_SLOPE{$function} && !has_slope($item);
    refuse($line, 'reduction', "$function is not for $item->{label}") unless $is_for;
}

sub check_reduction {
    my ($line) = @_;
    my $node = node($line);
    my $function = word($node, 'function');
    refuse($line, 'reduction', 'no such function')
      if $node->{function} && is_string($node->{function}) && !$FUNCTIONS{$function};
    my %field;
    $field{field} = sub { is_name($_[0]) && $_[0][1] ne 'reason' } if $OF_SERIES{$function};
    $field{prior} = \&is_from_one if $OF_LINK{$function} || $OF_PRIOR{$function};
    my $is_of_two = $OF_CHANGE{$function} || $OF_JUDGEMENT{$function};    # items of the plan
    $field{item} = \&is_count if $OF_LINK{$function} || $is_of_two;
    my $is_of_one = $OF_RECORD{$function} || $OF_PRIOR{$function} || $is_of_two;
    $first_link    ||= $line if $field{prior};
    $first_of_plan ||= $line if $field{prior} || $is_of_two;
    check_node(
        $line,
        {
            function => \&is_string,
            inputs   => sub {
                is_hexes_not_empty($_[0]) && (!$is_of_one || @{$_[0][1]} == 1);
            },
            value => [\&is_value],
            %field,
        }
    );
}

my @QUANTITIES = map { [split] } (
    'rate                median_rate        rate  si4      performance_class relative_mad',
    'rate_low            rate_low           rate  si4      -                 -',
    'rate_high           rate_high          rate  si4      -                 -',
    'dispersion          relative_mad       1     percent3 -                 -',
    'clock               median_clock       Hz    si4      -                 -',
    'clock_correlation   clock_correlation  1     signed2  -                 -',
    'lag_correlation     lag_correlation    1     signed2  -                 -',
    'independence        independence       class word     -                 -',
    'performance_class   performance_class  class word     -                 -',
    'divergence          divergence         1     sci3     -                 -',
    'numerical_class     numerical_class    class word     -                 divergence',
    'floor               floor              1     sci3     -                 -                '
      . 'calibration',
    'predicted_floor     predicted_floor    1     sci3     -                 -                '
      . 'calibration',
    'calibrated_rounding calibrated_rounding 1    fixed4   -                 -                '
      . 'calibration',
    'basis               basis              class word     -                 -                '
      . 'calibration',
    'tolerance           tolerance          1     sci3     -                 -',
    'residual            residual           1     sci3     numerical_class   tolerance',
    'row_statistic       row_statistic      1     fixed2   -                 -                rows',
    'row_threshold       row_threshold      1     fixed2   -                 -                rows',
    'row_sum_error       row_sum_error      1     sci3     numerical_class   row_sum_bound    '
      . 'row_sums',
    'row_sum_bound       row_sum_bound      1     sci3     -                 -                '
      . 'row_sums',
    'rounding            rounding           1     fixed4   -                 -                '
      . 'calibration',
    'wrong_elements      wrong_elements     1     fixed0   numerical_class   -                '
      . 'integers',
    'verified            verified           class word     numerical_class   tolerance',
    'transcript          transcript         class word     -                 -',
    'first_wrong         first_wrong        class word     -                 -                '
      . 'integers',
    'power               median_power       W     si4      -                 -',
    'temperature         median_temperature degC  fixed2   -                 -',
    'peak_memory         peak_memory        B     si4      -                 -',
);
my @SLOPE_QUANTITIES = map { [split] } (
    'clock_slope      clock_slope      1 fixed4   - -',
    'clock_slope_low  clock_slope_low  1 fixed4   - -',
    'clock_slope_high clock_slope_high 1 fixed4   - -',
    'clock_variation  clock_variation  1 percent3 - -',
);
my @POINT_QUANTITIES = map { [split] } (
    'products               products               1     fixed0 - -',
    'errors                 errors                 1     fixed0 - -',
    'failed_segments        failed_segments        1     fixed0 - -',
    'segments               segments               class word   - -',
    'load_time              load_time              s     si4    - -',
    'load_rate              load_rate              rate  si4    - -',
    'temperature_reached    temperature_reached    degC  fixed2 - -',
    'temperature_lowest     temperature_lowest     degC  fixed2 - -',
    'temperature_of_repeats temperature_of_repeats degC  fixed2 - -',
    'power_mean             power_mean             W     si4    - -',
    'power_reached          power_reached          W     si4    - -',
    'power_window           power_window           s     si4    - -',
    'throttle_reasons       throttle_reasons       bits  fixed0 - -',
    'stress_residual        stress_residual        1     sci3   - -',
    'stress_row_statistic   stress_row_statistic   1     fixed2 - - rows',
    'memory_free            memory_free            B     si4    - -',
);
my @PROFILE_QUANTITIES = map { [split] } (
    'units          units          1     fixed0 - -',
    'latency        latency        rate  si4    - -',
    'spread         spread         rate  si4    - -',
    'within         within         rate  si4    - -',
    'discriminating discriminating class word   - -',
    'key            key            class word   - -',
);
my @TRIALS_QUANTITIES = map { [split] } (
    'trials trials 1 fixed0 - -',
    map { "$_ $_ 1 percent3 - -" }
    map { ("seen_$_", "seen_${_}_low", "seen_${_}_high") } 
      grep { $_ ne 'flags' && !$IS_PAIR_CHECK{$_} } @CHECKS
);
my @ATTACK_QUANTITIES = map { [split] } (
    'attack_error     attack_error     1 percent3 - -',
    'attack_cost      attack_cost      1 sci3     - -',
    'attack_committed attack_committed 1 sci3     - -',
    'attack_derived   attack_derived   1 sci3     - -',
);
my @RATE_QUANTITIES =
  map { [split] } map { "$_ $_ 1 percent3 - -" } qw(seen_flags seen_flags_low seen_flags_high);
my @PAIR_QUANTITIES = map { [split] } (
    (
        map { "$_ $_ 1 percent3 - -" }
        map { ("seen_$_", "seen_${_}_low", "seen_${_}_high") } @PAIR_CHECKS
    ),
    map { "pair_$_ pair_$_ 1 sci3 - -" } @PAIR_FIELDS
);
my @RECORD_QUANTITIES = map { [split] } (
    'sessions        sessions        1 fixed0   - -',
    'wall_time       wall_time       s si4      - -',
    'timed_share     timed_share     1 percent3 - -',
    'longest_gap     longest_gap     s si4      - -',
    'flagged_repeats flagged_repeats 1 fixed0   - -',
);
my @CHANGE_QUANTITIES = map { [split] } (
    'output_kept      output_kept      class word   - -',
    'rate_change      rate_change      1     fixed4 - -',
    'rate_change_low  rate_change_low  1     fixed4 - -',
    'rate_change_high rate_change_high 1     fixed4 - -',
    'inflation        inflation        1     fixed4 - - calibration',
);
my @JUDGEMENT_QUANTITIES = map { [split] } (
    'residual  judged_residual  1     sci3 - judged_tolerance calibration',
    'tolerance judged_tolerance 1     sci3 - -                calibration',
    'decision  judged_decision  class word - judged_tolerance calibration',
);
my @LINK_QUANTITIES = map { [split] } (
    'agreement            agreement            class word   - -',
    'difference           difference           1     sci3   - difference_limit',
    'methods              methods              class word   - -',
    'rate_ratio           rate_ratio           1     fixed4 - -',
    'rate_ratio_low       rate_ratio_low       1     fixed4 - -',
    'rate_ratio_high      rate_ratio_high      1     fixed4 - -',
    'floor_ratio          floor_ratio          1     fixed4 - - calibration',
    'class_kept           class_kept           class word   - -',
    'numerical_class_kept numerical_class_kept class word   - -',
);
my @RECALL_QUANTITIES = map { [split] } (
    'distance     distance     rate  si4  - -',
    'recalled_key recalled_key class word - -',
    'recalled     recalled     class word - -',
);
my @PRIOR_QUANTITIES = map { [split] } (
    'links                 links                 1     fixed0   - -',
    'identical             identical             1     fixed0   - -',
    'within_rounding       within_rounding       1     fixed0   - -',
    'different             different             1     fixed0   - -',
    'not_comparable        not_comparable        1     fixed0   - -',
    'floor_ratio_low       floor_ratio_low       1     fixed4   - -',
    'floor_ratio_high      floor_ratio_high      1     fixed4   - -',
    'floors_recovered      floors_recovered      1     fixed0   - -',
    'floors                floors                1     fixed0   - -',
    'classes_recovered     classes_recovered     1     fixed0   - -',
    'classes               classes               1     fixed0   - -',
    'rates_lost            rates_lost            1     fixed0   - -',
    'recoverable_fraction  recoverable_fraction  1     percent3 - -',
    'recovered_of_measured recovered_of_measured 1     percent3 - -',
    'evidence_preserving   evidence_preserving   class word     - -',
);
my %LINK_ROW  = map { $_->[0] => $_ } @LINK_QUANTITIES, @RECALL_QUANTITIES;
my %PRIOR_ROW = map { $_->[0] => $_ } @PRIOR_QUANTITIES;
# Another text is a finding.
my %QUIET = (verified => 'PASS', transcript => 'accept', errors => 0, sessions => 1);
my %ALARM = (    # this text is a finding
    independence         => $CORRELATED,
    output_kept          => 'different',
    agreement            => 'different',
    numerical_class_kept => 'changed',
    segments             => 'all failed',
);

# The numbers of the linked priors. Without items it takes a differential to have any.
sub linked_priors {
    my $count = @roots;
    return 1 .. $count if @items;
    return $count >= 2 && !%series ? (2 .. $count) : ();
}

# Adds the claims of a subject that is an item, or of a subject that is over an item.
sub expect {
    my ($subject, $item, @rows) = @_;
    push @expected_claims,
      map { [$subject, $_] } grep { has_needed($item, $_->[6]) } @rows;
}

sub expand_plan {
    expect($_, $_, @QUANTITIES)         for grep { has_output($_) } @items;
    expect($_, $_, @SLOPE_QUANTITIES)   for grep { has_slope($_) } @items;
    expect($_, $_, @POINT_QUANTITIES)   for grep { $_->{point} } @items;
    expect($_, $_, @PROFILE_QUANTITIES) for grep { is_profile($_) } @items;
    expect($_, $_, @TRIALS_QUANTITIES)  for grep { is_tried($_) } @items;
    expect($_, $_, @ATTACK_QUANTITIES)  for grep { is_attack($_) } @items;
    expect($_, $_, @RATE_QUANTITIES)    for grep { is_of_rate($_) } @items;
    expect($_, $_, @PAIR_QUANTITIES)    for grep { is_of_pairs($_) } @items;
    push @expected_claims, map { [$RECORD, $_] } @RECORD_QUANTITIES if @items;
    for my $item (@items) {
        my $base = base_of($item) or next;
        my $change = {label => "change.$item->{label}", changed => $item, base => $base};
        $change_of{$item->{index}} = $change;
        expect($change, $item, @CHANGE_QUANTITIES);
    }
    for my $item (@items) {
        my $named = $item->{named} or next;
        my $label = "at_$named->{variant}.$item->{label}";
        my $judgement = {label => $label, judged => $item, named => $named};
        $judgement_of{$item->{index}} = $judgement;
        expect($judgement, $item, @JUDGEMENT_QUANTITIES);
    }
    return unless $priors;
    for my $number (linked_priors()) {
        my $prior   = $priors->[$number - 1];
        my $subject = $subject_of{$number} = {label => "prior.$number", prior => $number};
        for my $index (0 .. $#{$prior->{items}}) {    # a link is at the index of its item there
            my $there = $prior->{items}[$index];
            next if is_tried($there->{item});
            $subject->{links}[$index] = {
                label => "link.$number.$there->{label}",
                link  => $number,
                there => $there,
                index => $index,
            };
        }
        my ($links, $recalls) = links_and_recalls($subject);
        expect($_, $_->{there}{item}, @LINK_QUANTITIES)   for @$links;
        expect($_, $_->{there}{item}, @RECALL_QUANTITIES) for @$recalls;
        push @expected_claims, map { [$subject, $_] } @PRIOR_QUANTITIES;
    }
}

# The links of a prior that are no recalls, and those that are.
sub links_and_recalls {
    my ($prior) = @_;
    my @all = grep { defined } @{$prior->{links} || []};
    return (
        [grep { !is_profile($_->{there}{item}) } @all],
        [grep { is_profile($_->{there}{item}) } @all]
    );
}

my $OF_RECALL = qr/\Alink\.[1-9]\.profile\.(l2|cores)\.[a-z0-9_.]*\.[a-z0-9_]+\z/;

# The quantity's row and the prior's number of a claim about priors that are not at hand.
sub row_of_absent {
    my ($name) = @_;
    return ($LINK_ROW{$2}, $1)
      if $name =~ /\Alink\.([1-9])\.[a-z0-9_.]{1,111}\.([a-z0-9_]+)\z/;
    return ($PRIOR_ROW{$2}, $1) if $name =~ /\Aprior\.([1-9])\.([a-z0-9_]+)\z/;
    return (undef, undef);
}

sub is_of_absent { !$priors && word($_[0], 'name') =~ /\A(?:link|prior)\./ }

sub check_claim {
    my ($line)   = @_;
    my $node     = node($line);
    my $position = @claims;
    push @claims, $line;
    my %forms = (
        name    => \&is_string,
        value   => [\&is_value],
        unit    => \&is_text,
        text    => \&is_text,
        asserts => \&is_hex,
    );
    my $row;
    if ($position < @expected_claims) {
        (my $item, $row) = @{$expected_claims[$position]};
        refuse($line, 'claim', "the claim here must be $item->{label}.$row->[0]")
          if word($node, 'name') ne "$item->{label}.$row->[0]";
    }
    elsif (is_of_absent($node)) {
        ($row, my $number) = row_of_absent(word($node, 'name'));
        $row or refuse($line, 'claim', 'no name of a link or of a prior');
        refuse($line, 'claim', 'a quantity of a recall, and not the label of a profile')
          if $RECALLS{$row->[1]} && word($node, 'name') !~ $OF_RECALL;
        refuse($line, 'claim', "no linked prior $number")
          unless grep { $_ == $number } linked_priors();
        refuse($line, 'claim', 'a claim of a link or of a prior after one named x.*')
          if $position > 0 && word(node($claims[$position - 1]), 'name') =~ /\Ax\./;
    }
    if ($row) {
        $forms{class}     = [\&is_text]   if $row->[4] ne '-';
        $forms{tolerance} = [\&is_number] if $row->[5] ne '-';
    }
    else {
        refuse($line, 'claim', 'neither of the plan nor a name x.*')
          unless word($node, 'name') =~ /\Ax\.[a-z0-9_.]{1,64}\z/;
        $forms{format} = one_of(@OWN_FORMATS);
        $forms{beside} = sub { is_hexes_not_empty($_[0]) && @{$_[0][1]} <= 16 } if $node->{beside};
    }
    check_node($line, \%forms);
}

sub check_root {
    my ($line) = @_;
    my $node = node($line);
    check_node(
        $line,
        {
            format      => one_of($FORMAT),
            plan        => \&is_hex,
            claim_count => \&is_count,
            merkle_root => \&is_hex,
            files       => \&is_array,
            continues   => \&is_continues,
            $node->{checkers} ? (checkers => \&is_array) : (),
        }
    );
    my %paths;
    for my $list (grep { $node->{$_} } qw(files checkers)) {
        for my $file (@{$node->{$list}[1]}) {
            check_fields($line, 'a file', $file, {path => \&is_text, sha256 => \&is_hex});
            push @{$paths{$list}}, $file->[1]{path};
        }
    }
    refuse($line, 'root', 'continues is not that of the plan')
      if canonical($node->{continues}) ne canonical($plan->{continues});
    my @code   = qw(code/verify.c code/verify_graph.py);
    my @priors = map { "prior/$_.jsonl" } 1 .. @{$node->{continues}[1]};
    my %must   = is_light() ? (files => [], checkers => \@code) : (files => [@code, @priors]);
    refuse($line, 'files', 'checkers in a record that carries them')
      if $node->{checkers} && !$must{checkers};
    for my $list (sort keys %must) {
        my @expected = @{$must{$list}};
        my $image = canonical(['a', [map { string_value($_) } @expected]]);
        refuse($line, 'files', "the paths of $list are not exactly $image")
          if !$node->{$list} || canonical(['a', $paths{$list} || []]) ne $image;
    }
}

my %CHECK = (
    environment => \&check_environment,
    plan        => \&check_plan,
    session     => \&check_session,
    workload    => \&check_workload,
    calibration => \&check_calibration,
    stage       => \&check_stage,
    revisit     => \&check_revisit,
    stress      => \&check_stress,
    profile     => \&check_profile,
    trials      => \&check_trials,
    external    => \&check_external,
    reduction   => \&check_reduction,
    claim       => \&check_claim,
    root        => \&check_root,
);

# ---------------------------------------------------------------- edges

my %IS_OF_ITEM = map { $_ => 1 } qw(workload calibration stage revisit stress profile trials);

sub line_of_edge {
    my ($line, $field, $id, @sorts) = @_;
    my $target = $line_of{$id};
    refuse($line, 'edge', "$field is not the id of an earlier line")
      unless $target && $target < $line;
    my $sort = sort_of($target);
    refuse($line, 'edge', "$field is the id of a node of another sort ($sort)")
      unless grep { $_ eq $sort } @sorts;
    return $target;
}

sub check_edges {
    my ($line) = @_;
    my $node   = node($line);
    my $sort   = sort_of($line);
    my $edge =
      sub { my ($field, @sorts) = @_; line_of_edge($line, $field, $node->{$field}[1], @sorts) };
    $edge->('environment', 'environment') if $node->{environment};
    $edge->('plan',        'plan')        if $node->{plan};
    if ($IS_OF_ITEM{$sort}) {
        my $item = item_of($line);
        my $first = $item->{environment} ||= word($node, 'environment');
        refuse($line, 'environment', "another environment than $item->{label} began in")
          if word($node, 'environment') ne $first;
    }
    if ($sort eq 'calibration') {
        my $product = $edge->('product', 'workload');
        refuse($line, 'calibration', 'the product failed')
          if word(node($product), 'status') ne 'ok';
        refuse($line, 'calibration', 'the product is not the first repeat of the item')
          if $product != (first_repeat(item_of($line)) || 0);
    }
    elsif ($sort eq 'stage') {
        my $item = item_of($line);
        if ($node->{previous}) {
            my $previous = $edge->('previous', 'stage');
            refuse($line, 'stage', 'previous is not the stage before')
              if $previous != $item->{stages}[$node->{index}[2] - 1];
        }
        if ($node->{product}) {
            my $product = $edge->('product', 'workload');
            refuse($line, 'stage', 'the product failed') if word(node($product), 'status') ne 'ok';
            refuse($line, 'stage', 'the product is of another item') if item_of($product) != $item;
            refuse($line, 'stage', 'not the digest of the product')
              if word($node, 'output_digest') ne word(node($product), 'output_digest');
        }
        if ($node->{calibration}) {
            my $calibration = $edge->('calibration', 'calibration');
            refuse($line, 'witness', 'not the calibration of the item')
              if item_of($calibration) != $item;
        }
    }
    elsif ($sort eq 'revisit') { $edge->('product', 'workload') }
    elsif ($sort eq 'reduction') {
        my $function = word($node, 'function');
        my @sorts =
            $OF_SERIES{$function}                         ? ('external')
          : $OF_LINK{$function}                           ? qw(workload profile plan)
          : is_over_item($function) ? qw(workload calibration stage stress profile trials)
          :                           ('plan');
        line_of_edge($line, 'an input', $_->[1], @sorts) for @{$node->{inputs}[1]};
        if (is_over_item($function)) { check_inputs_before($line) }
        elsif (!$OF_SERIES{$function}) { check_all_before($_, $line) for @items }
    }
    elsif ($sort eq 'claim') {
        $edge->('asserts', 'reduction');
        for my $id ($node->{beside} ? @{$node->{beside}[1]} : ()) {
            my $target = line_of_edge($line, 'beside', $id->[1], 'reduction');
            refuse($line, 'claim', 'beside is not a reduction over external observations')
              unless $OF_SERIES{word(node($target), 'function')};
        }
    }
}

sub is_over_item {
    my ($name) = @_;
    return $OF_ITEM{$name} || $OF_POINT{$name} || $OF_PROFILE{$name} || $OF_TRIALS{$name};
}

# A reduction over repeats, segments, profile observations or trials of an item comes after all of
# them.
sub check_inputs_before {
    my ($line) = @_;
    my @inputs = map { $line_of{$_->[1]} } @{node($line)->{inputs}[1]};
    my %is_input = map { sort_of($_) => 1 } @inputs;
    check_all_before(item_of($inputs[0]), $line, %is_input);
}

# The repeats, segments, profile observations and trials of the item are before the line. The last
# argument says of which kinds, if not of all.
sub check_all_before {
    my ($item, $line, %kinds) = @_;
    my $of = procedure_of($item);
    refuse($line, $of, "a reduction before all observations of $item->{label}")
      if (!%kinds || $kinds{$of}) && @{$item->{observed}} < observations_planned($item);
    check_segments_before($line, $item) if !%kinds || $kinds{stress};
}

# ---------------------------------------------------------------- reductions of an item
# A result is [value, reason]: a value is a double or a string in the form of the parser, or ['z']
# with its reason.

sub null_result { [['z'], $_[0]] }
sub word_result { [string_value($_[0]), undef] }
sub number_result {
    my ($x) = @_;
    return null_result('not finite') unless is_finite($x);
    return [number_value($x == 0 ? 0 : $x), undef];
}

sub median {
    no warnings;    # a list may hold what is not a number; its median is not finite then
    my @sorted = sort { $a <=> $b } @_;
    my $half   = int(@sorted / 2);
    return @sorted % 2 ? $sorted[$half] : divide(add($sorted[$half - 1], $sorted[$half]), 2);
}

sub largest { my $most = shift; for my $x (@_) { $most = $x if $x > $most } return $most }

sub smallest { my $least = shift; for my $x (@_) { $least = $x if $x < $least } return $least }

sub total { my $sum = shift; $sum = add($sum, $_) for @_; return $sum }

sub ratio { my ($difference, $reference) = @_; divide($difference, add($reference, $EPSILON)) }

sub all_equal { my ($first, @rest) = @_; !grep { $_ != $first } @rest }

sub ranks {
    my (@values) = @_;
    my @order = sort { $values[$a] <=> $values[$b] } 0 .. $#values;
    my @ranks;
    for (my $i = 0; $i < @order;) {
        my $j = $i;
        $j++ while $j < @order && $values[$order[$j]] == $values[$order[$i]];
        $ranks[$order[$_]] = add($i, divide($j - $i + 1, 2)) for $i .. $j - 1;
        $i = $j;
    }
    return @ranks;
}

sub interval_index {
    my ($repeats) = @_;
    my ($t, $s, $p, $l) = (1, 0, power_of_two($repeats), 0);
    for (my $i = 0; $i <= $repeats; $i++) {
        $s = add($s, $t);
        last unless divide(multiply(2, $s), $p) <= number_of('0.05');
        $l = $i + 1;
        $t = divide(multiply($t, $repeats - $i), $i + 1);
    }
    return $l;
}

# Whether one of the observed repeats failed.
sub is_failed { $_[0]{is_failed} }

sub calibration_failed { my ($item) = @_; word(node($item->{calibration}), 'status') eq 'failed' }

sub predicted_floor {
    my ($item) = @_;
    my $floor = $GEMM{$item->{variant}}[4];
    defined $floor ? number_of($floor) : undef;
}

# A product of few rows or few terms has a wider tolerance.
sub widened {
    my ($item, $tolerance) = @_;
    my ($m, $k) = @{$item->{shape}}{qw(m k)};
    return $m < 64 || $k < 64 ? multiply(4, $tolerance) : $tolerance;
}

sub a_priori_tolerance {
    my ($item) = @_;
    my ($workload, %size) = ($item->{workload}, %{$item->{shape}});
    return 0 if has_integers($item);
    return 0 if grep { $workload eq $_ } qw(hbm_triad hbm_copy random_access);
    return power_of_two(-7) if $workload eq 'attention';
    if ($workload eq 'gemm' && $item->{variant} eq 'fp8_fast') {
        my $output = multiply(number_of('1.66e-3'), number_of('1.66e-3'));
        return widened($item,
            multiply(4, root_of(add($output, multiply($size{k}, power_of_two(-30))))));
    }
    return multiply(9, power_of_two(-24)) if $workload eq 'reduction';
    my $count
      = $workload eq 'gemm'        ? ($item->{variant} eq 'f32' ? $size{k} : $size{k} + $size{n})
      : $workload eq 'scatter_add' ? divide($size{n}, $size{buckets})
      :                              divide($size{rows}, $size{buckets});
    $count = 1 if $count < 1;
    my $unit = power_of_two($workload eq 'gemm' && $item->{variant} ne 'f32' ? -53 : -24);
    my $bound = multiply(multiply(4, root_of($count)), $unit);
    return $workload eq 'gemm' ? widened($item, $bound) : $bound;
}

my %OF_CALIBRATION = map { $_ => 1 }
  qw(floor predicted_floor calibrated_rounding basis tolerance row_threshold);
# The lines that a reduction of the item has as inputs.
sub inputs_of {
    my ($item, $function) = @_;
    my @observed = @{$item->{observed}};
    return @{$item->{segments}} if $OF_POINT{$function};
    return @observed if is_failed($item) || is_tried($item);
    return $item->{stages}[-1] if $function eq 'transcript' || $function eq 'first_wrong';
    return @observed unless has_calibration($item);
    return $item->{calibration} if $OF_CALIBRATION{$function};
    return $function eq 'verified' ? (@observed, $item->{calibration}) : @observed;
}

sub reduce_item {
    my ($item, $function) = @_;
    return $item->{results}{$function} ||=
        $item == $RECORD ? compute_of_record($function)
      : $item->{changed} ? compute_of_change($item, $function)
      : $item->{judged}  ? compute_of_judgement($item, $function)
      : $item->{link}    ? compute_of_link($item, $function)
      : $item->{prior}   ? compute_of_prior($item, $function)
      : $OF_POINT{$function} ? compute_of_point($item, $function)
      : is_tried($item)      ? compute_of_trials($item, $function)
      : is_profile($item)    ? compute_of_profile($item, $function)
      :                        compute_of_item($item, $function);
}

sub covariate_medians {
    my ($item, $name) = @_;
    my @found;
    for my $line (@{$item->{observed}}) {
        my $covariate = node($line)->{covariates}[1]{$name}[1];
        return () if exists $covariate->{reason};
        push @found, $covariate->{median}[2];
    }
    return @found;
}

sub work_of {
    my ($item) = @_;
    return $item->{work} if $item->{work};
    my $factors = $WORK{"$item->{workload} $item->{variant}"} || $WORK{$item->{workload}};
    my ($work, @factors) = map {
            /\A[0-9]+\z/      ? $_
          : /\A([a-z]+)\+1\z/ ? $item->{shape}{$1} + 1
          :                     $item->{shape}{$_}
    } @$factors;
    $work = multiply($work, $_) for @factors;
    return $item->{work} = $work;
}

# Of a repeat or a segment.
sub rate_of {
    my ($item, $node) = @_;
    my $count = ($node->{iterations} || $node->{products})->[2];
    return divide(multiply(work_of($item), $count), $node->{seconds}[2]);
}

sub rates {
    my ($item) = @_;
    return @{$item->{rates} ||= [map { rate_of($item, node($_)) } @{$item->{observed}}]};
}

# The backend of the environment that the observation names.
sub backend_of {
    my ($line) = @_;
    return word(node($line_of{word(node($line), 'environment')}), 'backend');
}

# The ranks of the values less the mean rank.
sub centred_ranks {
    my (@values) = @_;
    my $middle = divide(@values + 1, 2);
    return map { subtract($_, $middle) } ranks(@values);
}

# How far the ranks of the values in their order go with those of the next ones.
sub lag {
    my @a = centred_ranks(@_);
    return divide(
        total(map { multiply($a[$_], $a[$_ + 1]) } 0 .. $#a - 1),
        total(map { multiply($_, $_) } @a));
}

sub lag_limit {
    my ($R) = @_;
    my $above = add(subtract(multiply(multiply(5, $R), $R), multiply(24, $R)), 9);
    my $below = multiply(multiply(multiply(5, $R - 1), $R - 1), $R + 1);
    my $spread = multiply(number_of('3.2'), root_of(divide($above, $below)));
    my $limit  = subtract($spread, divide(1, $R));
    my $least = number_of('0.4');
    return $limit < $least ? $least : $limit;
}

# The first that holds of the classes of the repeats' rates.
sub performance_class {
    my ($item)  = @_;
    my $repeats = $item->{repeats};
    my $value   = sub { my $result = reduce_item($item, $_[0])->[0]; $result->[2] };
    return 'undetermined: fewer than 8 repeats' if $repeats < 8;
    my ($correlation, $reason) = @{reduce_item($item, 'clock_correlation')};
    return 'undetermined: clock absent' if is_null($correlation) && $reason eq 'clock absent';
    my @observed = @{$item->{observed}};
    my %flagged  = map { $_->[1] => 1 } map { @{node($_)->{flags}[1]} } @observed;
    my $backend  = backend_of($observed[0]);
    my $lacks    = sub {    # whether a repeat has none of these
        my (@names) = @_;
        for my $line (@observed) {
            return 1 unless grep { is_present($line, $_) } @names;
        }
        return 0;
    };
    return 'undetermined: shared' if $flagged{shared};
    return 'undetermined: sharing unknown' if $backend eq 'cuda' && $lacks->(@OF_SHARING);
    for my $flag (qw(starved stopped)) {
        return "undetermined: $flag" if $flagged{$flag};
    }
    return 'undetermined: not known' if $backend eq 'cpu' && $lacks->('stopped');
    my $dispersion = $value->('relative_mad');
    return 'undetermined: spread'
      unless defined $dispersion && $dispersion <= number_of('0.05');
    my ($low, $high) = ($value->('rate_low'), $value->('rate_high'));
    return 'undetermined: interval'
      unless defined $low && defined $high && $high <= multiply(number_of('1.1'), $low);
    my @rates  = rates($item);
    my $middle = $value->('median_rate');
    if (defined $middle) {
        my $distance = multiply(number_of('0.1'), $middle);
        my $outliers = grep { absolute(subtract($_, $middle)) > $distance } @rates;
        return 'undetermined: outliers' if 8 * $outliers > $repeats;
        my $fast = multiply(number_of('1.25'), $middle);
        return 'undetermined: fast repeat' if grep { $_ > $fast } @rates;
    }
    my $least = number_of('2.326');
    return 'S1'
      if is_null($correlation)
      || !(multiply($correlation->[2], root_of($repeats - 1)) >= $least);
    my ($of_rates, $of_clocks) = (lag(@rates), lag(covariate_medians($item, 'clock')));
    my $u = $of_rates > 0 && $of_clocks > 0 ? multiply($of_rates, $of_clocks) : 0;
    my $E = divide(multiply($repeats, subtract(1, $u)), add(1, $u));
    my $zc = $E > 1 ? multiply($correlation->[2], root_of(subtract($E, 1))) : 0;
    return 'undetermined: repeats correlated' unless $zc >= $least;
    return 'S2';
}

# ---------------------------------------------------------------- the slope on the clock

# A block of relative values without its mean and its linear trend.
sub without_trend {
    my (@u) = @_;
    my $N = @u;
    my $U = divide(total(@u), $N);
    my @t = map { subtract($_, divide($N - 1, 2)) } 0 .. $N - 1;
    my $q = total(map { multiply($_, $_) } @t);
    my $f = divide(total(map { multiply($t[$_], subtract($u[$_], $U)) } 0 .. $#u), $q);
    return map { subtract(subtract($u[$_], $U), multiply($t[$_], $f)) } 0 .. $#u;
}

# The 8 blocks of a series.
sub slope_blocks {
    my (@values) = @_;
    my $R = @values;
    my $middle   = divide(total(@values), $R);
    my @relative = map { divide($_, $middle) } @values;
    return map {
        [without_trend(@relative[int($_ * $R / 8) .. int(($_ + 1) * $R / 8) - 1])]
    } 0 .. 7;
}

# For each block the sum of the products of two series.
sub block_sums {
    my ($xs, $ys) = @_;
    return map {
        my ($x, $y) = ($xs->[$_], $ys->[$_]);
        total(map { multiply($x->[$_], $y->[$_]) } 0 .. $#$x)
    } 0 .. 7;
}

sub compute_of_slope {
    my ($item, $function) = @_;
    my $R = $item->{repeats};
    my @clocks = covariate_medians($item, 'clock') or return null_result('clock absent');
    my @rates = rates($item);
    return null_result('clock constant') if all_equal(@clocks);
    my @x = slope_blocks(@clocks);
    my @S = block_sums(\@x, \@x);
    return number_result(root_of(divide(total(@S), $R))) if $function eq 'clock_variation';
    return null_result('rate constant') if all_equal(@rates);
    my @P = block_sums(\@x, [slope_blocks(@rates)]);
    my (@s, @p);
    for my $k (0 .. 7) {
        my @others = grep { $_ != $k } 0 .. 7;
        push @s, total(@S[@others]);
        push @p, total(@P[@others]);
        return null_result('clock varied too little')
          unless root_of(divide($s[$k], $R)) >= number_of('0.005');
    }
    my $b = divide(total(@P), total(@S));
    return number_result($b) if $function eq 'clock_slope';
    my @d = map { subtract(divide($p[$_], $s[$_]), $b) } 0 .. 7;
    my $sum = total(map { multiply($_, $_) } @d);
    my $h   = multiply(number_of('2.3646242515927853'), root_of(divide(multiply(7, $sum), 8)));
    return number_result($function eq 'clock_slope_low' ? subtract($b, $h) : add($b, $h));
}

# ---------------------------------------------------------------- the rounding of a product

# G of lists of residual_squares and rounding_squares: the ratio of their sums, or its reason.
sub rounding_of {
    my ($item, $residuals, $roundings) = @_;
    return (undef, 'no rounding to measure') if $ROUNDING{$item->{variant}}[0] eq 'none';
    return (undef, 'not finite') if grep { is_null($_) } @$residuals, @$roundings;
    my ($residual, $rounding) = map { total(map { $_->[2] } @$_) } $residuals, $roundings;
    return (undef, 'no rounding seen') if $residual == 0 && $rounding == 0;
    return (divide($residual, $rounding), undef);
}

sub rounding_of_residual {
    my ($item, $residual) = @_;
    my $fields = $residual->[1];
    return rounding_of($item, [$fields->{residual_squares}], [$fields->{rounding_squares}]);
}

sub rounding_of_calibration {
    my ($item) = @_;
    my $node = node($item->{calibration});
    return rounding_of($item, $node->{residual_squares}[1], $node->{rounding_squares}[1]);
}

# The sampling error of G of so many sets.
sub sampling_error {
    my ($item, $sets) = @_;
    my ($m, $n, $k) = @{$item->{shape}}{qw(m n k)};
    my $e       = $n > 24 ? subtract(1, divide(24, $n)) : 0;
    my $columns = multiply(24, $sets);
    my $element = divide(3, multiply($m, $n));
    return root_of(add(divide(multiply(2, $e), multiply($columns, $m)), $element))
      if $ROUNDING{$item->{variant}}[0] eq 'output';
    my $of_sets = divide(multiply(add(divide(2, $m), divide(1, $k)), $e), $columns);
    my $of_operands = multiply(divide(4, $k), add(divide(1, $m), divide(1, $n)));
    return root_of(add(add($of_sets, $of_operands), $element));
}

# The verdict of G over so many sets: 1 if it holds, 0 if not, undef without one.
sub verdict {
    my ($item, $G, $sets) = @_;
    my ($rounds, $centre, $excess) = @{$ROUNDING{$item->{variant}}};
    return undef unless defined $G && is_finite($G) && $excess;
    my $k = $item->{shape}{k};
    return undef if $k < 64;
    my $half = multiply(5, sampling_error($item, $sets));
    return undef unless $half <= number_of('0.3');
    my $low  = subtract(number_of($centre), $half);
    my $high = add(add(number_of($centre), $half), $excess->($k));
    return $low <= $G && $G <= $high ? 1 : 0;
}

# ---------------------------------------------------------------- functions of an item and a record

sub compute_of_item {
    my ($item, $function) = @_;
    my $repeats = $item->{repeats};
    my @nodes   = map { node($_) } @{$item->{observed}};
    return null_result('repeat failed') if is_failed($item);
    return null_result('calibration failed')
      if has_calibration($item) && $OF_CALIBRATION{$function} && calibration_failed($item);

    if ($function eq 'median_rate') { return number_result(median(rates($item))) }
    if ($function eq 'rate_low' || $function eq 'rate_high') {
        my $l = interval_index($repeats);
        return null_result('fewer than 6 repeats') if $l == 0;
        my @sorted = sort { $a <=> $b } rates($item);
        return number_result($sorted[$function eq 'rate_low' ? $l - 1 : $repeats - $l]);
    }
    if ($function eq 'relative_mad') {
        my @rates  = rates($item);
        my $middle = median(@rates);
        return number_result(
            divide(median(map { absolute(subtract($_, $middle)) } @rates), $middle));
    }
    if (   $function eq 'median_clock'
        || $function eq 'median_power'
        || $function eq 'median_temperature')
    {
        my ($name) = $function =~ /_(.*)/;
        my @medians = covariate_medians($item, $name) or return null_result("$name absent");
        return number_result(median(@medians));
    }
    if ($function eq 'clock_correlation') {
        return null_result('fewer than 2 repeats') if $repeats < 2;
        my @clocks = covariate_medians($item, 'clock') or return null_result('clock absent');
        my @rates = rates($item);
        return null_result('clock constant') if all_equal(@clocks);
        return null_result('rate constant')  if all_equal(@rates);
        my @a = centred_ranks(@rates);
        my @b = centred_ranks(@clocks);
        my $both = total(map { multiply($a[$_], $b[$_]) } 0 .. $#a);
        my $aa   = total(map { multiply($_, $_) } @a);
        my $bb   = total(map { multiply($_, $_) } @b);
        return number_result(divide($both, root_of(multiply($aa, $bb))));
    }
    return compute_of_slope($item, $function) if $OF_SLOPE{$function};
    if ($function eq 'lag_correlation') {
        return null_result('fewer than 8 repeats') if $repeats < 8;
        my @rates = rates($item);
        return null_result('rate constant') if all_equal(@rates);
        return number_result(lag(@rates));
    }
    if ($function eq 'independence') {
        my ($lag, $reason) = @{reduce_item($item, 'lag_correlation')};
        return null_result($reason) if is_null($lag);
        return word_result($lag->[2] > lag_limit($repeats) ? $CORRELATED : 'independent');
    }
    return word_result(performance_class($item)) if $function eq 'performance_class';
    if ($function eq 'divergence' || $function eq 'peak_memory') {
        my @values =
          map { $_->{$function eq 'divergence' ? 'divergence' : 'peak_resident_bytes'} } @nodes;
        return null_result($function eq 'divergence' ? 'not finite' : 'memory absent')
          if grep { is_null($_) } @values;
        return number_result(largest(map { $_->[2] } @values));
    }
    if ($function eq 'numerical_class') {
        return null_result('fewer than 2 repeats') if $repeats < 2;
        my %digests = map { word($_, 'output_digest') => 1 } @nodes;
        return word_result(keys %digests == 1 ? 'S0' : 'Snd');
    }
    if ($function eq 'floor') {
        my ($differences, $references) =
          map { node($item->{calibration})->{$_}[1] } qw(difference_max reference_max);
        return null_result('not finite') if grep { is_null($_) } @$differences, @$references;
        return number_result(
            median(map { ratio($differences->[$_][2], $references->[$_][2]) } 0 .. $#$references));
    }
    if ($function eq 'predicted_floor') {
        my $predicted = predicted_floor($item);
        return defined $predicted ? number_result($predicted) : null_result('no prediction');
    }
    if ($function eq 'calibrated_rounding') {
        my ($G, $reason) = rounding_of_calibration($item);
        return defined $G ? number_result($G) : null_result($reason);
    }
    if ($function eq 'basis') {
        my $calibration = node($item->{calibration});
        return null_result('not finite')
          if grep { is_null($_) } map { @{$calibration->{$_}[1]} }
          qw(difference_max reference_max residual_squares rounding_squares);
        return word_result('a priori') unless defined predicted_floor($item);
        my ($G) = rounding_of_calibration($item);
        my $holds = verdict($item, $G, $PROBE_SETS);
        return word_result('predicted') unless defined $holds;
        return word_result($holds ? 'calibrated' : 'off prediction');
    }
    if ($function eq 'tolerance') {
        return number_result(a_priori_tolerance($item)) unless has_calibration($item);
        my $basis = reduce_item($item, 'basis')->[0];
        return null_result('not finite') if is_null($basis);
        return null_result('G off its prediction') if $basis->[1] eq 'off prediction';
        return number_result(a_priori_tolerance($item)) if $basis->[1] eq 'a priori';
        return number_result(multiply(12, predicted_floor($item))) if $basis->[1] eq 'predicted';
        my $floor = reduce_item($item, 'floor')->[0];
        return null_result('not finite') if is_null($floor);
        return number_result(widened($item, multiply(3, $floor->[2])));
    }
    if ($function eq 'residual') {
        my @residuals = map { $_->{residual}[1] } @nodes;
        return null_result('not finite')
          if grep { is_null($_->{difference_max}) || is_null($_->{reference_max}) } @residuals;
        return number_result(
            largest(map { ratio($_->{difference_max}[2], $_->{reference_max}[2]) } @residuals));
    }
    if ($function eq 'row_statistic') {
        my @values = map { $_->{residual}[1]{row_statistic} } @nodes;
        return null_result('not finite') if grep { is_null($_) } @values;
        return number_result(largest(map { $_->[2] } @values));
    }
    return number_result(largest(map { $_->{residual}[1]{difference_max}[2] } @nodes))
      if $function eq 'wrong_elements';
    return number_result(row_threshold($item)) if $function eq 'row_threshold';
    return number_result(row_sum_bound($item)) if $function eq 'row_sum_bound';
    if ($function eq 'row_sum_error') {
        my @values = map { $_->{residual}[1]{row_sum_error} } @nodes;
        return null_result('not finite') if grep { !$_ } @values;
        return number_result(largest(map { $_->[2] } @values));
    }
    if ($function eq 'temperature_of_repeats') {
        my @found = map { $_->{covariates}[1]{temperature}[1] } @nodes[1 .. $#nodes];
        return null_result('temperature absent')
          if !@found || grep { exists $_->{reason} } @found;    # one repeat alone has none
        return number_result(smallest(map { $_->{minimum}[2] } @found));
    }
    if ($function eq 'rounding') {
        my @results = map { [rounding_of_residual($item, $_->{residual})] } @nodes;
        for my $reason ('no rounding to measure', 'not finite', 'no rounding seen') {
            return null_result($reason) if grep { ($_->[1] || '') eq $reason } @results;
        }
        my $centre = number_of($ROUNDING{$item->{variant}}[1]);
        my ($farthest, @others) = map { $_->[0] } @results;
        for my $G (@others) {
            $farthest = $G
              if absolute(subtract($G, $centre)) > absolute(subtract($farthest, $centre));
        }
        return number_result($farthest);
    }
    if ($function eq 'verified') {
        return word_result('FAIL') if grep { decision($item, $_->{residual}) eq 'reject' } @nodes;
        my %digests = map { word($_, 'output_digest') => 1 } @nodes;
        return word_result('FAIL') if has_trait($item, $EXACT) && keys %digests > 1;
        my ($tolerance, $reason) = @{reduce_item($item, 'tolerance')};
        return null_result($reason) if is_null($tolerance);
        return word_result('PASS');
    }
    if ($function eq 'transcript') {
        my @decisions = map { word(node($_), 'decision') }
          grep { word(node($_), 'stage') eq 'decide' } @{$item->{stages}};
        my $injected = grep { word(node($_), 'stage') eq 'inject' } @{$item->{stages}};
        return null_result(reduce_item($item, 'tolerance')->[1]) if $decisions[-1] eq 'undecided';
        my $outcome = @decisions == 2 && $decisions[-1] eq 'accept' ? 'repaired' : $decisions[-1];
        return word_result($injected ? "injected $outcome" : $outcome);
    }
    if ($function eq 'first_wrong') {
        my ($witness) = grep { word($_, 'stage') eq 'witness' } map { node($_) } @{$item->{stages}};
        my $element = $witness->{element} or return word_result('none');
        my ($row, $column, $found, $expected) =
          map { $element->[1]{$_}[1] } qw(row column found expected);
        return word_result("row $row, column $column: found $found, expected $expected");
    }
    die "no function $function";
}

# The functions over the segments of a point of operation.
sub compute_of_point {
    my ($item, $function) = @_;
    my @segments = map { node($_) } @{$item->{segments}};
    my @ok = grep { word($_, 'status') eq 'ok' } @segments;
    return number_result(@segments - @ok) if $function eq 'failed_segments';
    if ($function eq 'segments') {
        return word_result(@ok == @segments ? 'complete' : @ok ? 'some failed' : 'all failed');
    }
    return null_result('no segment') unless @ok;
    my $sum      = sub { my ($field) = @_; total(map { $_->{$field}[2] } @ok) };
    my $products = $sum->('products');
    return number_result($products) if $function eq 'products';
    return number_result($sum->('errors')) if $function eq 'errors';
    return number_result($sum->('seconds')) if $function eq 'load_time';
    my %covariate = (    # its name, its field, the reason where a segment has none
        temperature_reached => [qw(temperature maximum),      'temperature absent'],
        temperature_lowest  => [qw(temperature minimum),      'temperature absent'],
        power_mean          => [qw(power median),             'power absent'],
        power_reached       => [qw(power_reading maximum),    'no reading of a moment'],
        power_window        => [qw(power_window maximum),     'window not known'],
        throttle_reasons    => [qw(throttle_reasons maximum), 'throttle reasons absent'],
    );
    if ($covariate{$function}) {
        my ($name, $field, $reason) = @{$covariate{$function}};
        my @found = map { $_->{covariates}[1]{$name} } @ok;
        return null_result($reason) if grep { !$_ || exists $_->[1]{reason} } @found;
        my @values = map { $_->[1]{$field}[2] } @found;
        if ($function eq 'throttle_reasons') {
            my $bits = 0;
            $bits |= int $_ for @values;
            return number_result($bits);
        }
        if ($function eq 'power_mean') {
            my $e = total(map { multiply($values[$_], $ok[$_]{seconds}[2]) } 0 .. $#ok);
            return number_result(divide($e, $sum->('seconds')));
        }
        return number_result($field eq 'minimum' ? smallest(@values) : largest(@values));
    }
    if ($function eq 'memory_free') {
        return null_result('memory not filled') if $item->{point} ne 'full';
        return number_result(smallest(map { $_->{memory_free_bytes}[2] } @ok));
    }
    return null_result('no products') if $products == 0;
    return number_result(divide(multiply(work_of($item), $products), $sum->('seconds')))
      if $function eq 'load_rate';
    my @residuals = map { $_->{residual}[1] } @ok;
    my @read = $function eq 'stress_residual' ? qw(difference_max reference_max) : 'row_statistic';
    for my $residual (@residuals) {
        return null_result('not finite') if grep { is_null($residual->{$_}) } @read;
    }
    return number_result(largest(map { $_->{row_statistic}[2] } @residuals))
      if $function eq 'stress_row_statistic';
    return number_result(
        largest(map { ratio($_->{difference_max}[2], $_->{reference_max}[2]) } @residuals));
}

# ---------------------------------------------------------------- profiles

# The root of the sum of squares by the count.
sub root_mean_square {
    my (@values) = @_;
    return root_of(divide(total(map { multiply($_, $_) } @values), scalar @values));
}

sub distance_of {
    my ($a, $b) = @_;
    return root_mean_square(map { subtract($a->[$_], $b->[$_]) } 0 .. $#$a);
}

# The latencies of each repeat less their mean, and these means.
sub centred_latencies {
    my ($item) = @_;
    my (@means, @centred);
    for my $line (@{$item->{observed}}) {
        my @x = map { $_->[2] } @{node($line)->{latencies}[1]};
        my $mean = divide(total(@x), scalar @x);
        push @means, $mean;
        push @centred, [map { subtract($_, $mean) } @x];
    }
    return (\@means, \@centred);
}

sub profile_of {
    my ($item) = @_;
    my ($means, $centred) = centred_latencies($item);
    return map { my $u = $_; median(map { $_->[$u] } @$centred) } 0 .. $item->{units} - 1;
}

# The key of cells, a reason where one is not finite.
sub key_of {
    my (@places) = @_;
    return null_result('not finite') if grep { !is_finite($_) } @places;
    my @cells = map { my $cell = floor($_); sprintf '%.0f', $cell == 0 ? 0 : $cell } @places;
    return word_result(sha256_hex(join '', map { "$_\n" } 'witnessmark/1 profile', @cells));
}

sub compute_of_profile {
    my ($item, $function) = @_;
    return null_result('repeat failed') if is_failed($item);
    return number_result($item->{units}) if $function eq 'units';
    my $value = sub { reduce_item($item, $_[0])->[0] };
    if ($function eq 'discriminating' || $function eq 'key') {
        return null_result('fewer than 2 repeats') if $item->{repeats} < 2;
        my ($spread, $within) = map { $value->($_) } qw(spread within);
        my $is = !is_null($spread)
          && !is_null($within)
          && $spread->[2] > 0
          && multiply(16, $within->[2]) <= $spread->[2];
        return word_result($is ? 'yes' : 'not discriminating') if $function eq 'discriminating';
        return null_result('not discriminating') unless $is;
        return key_of(map { divide($_, $spread->[2]) } profile_of($item));
    }
    my ($means, $centred) = centred_latencies($item);
    return number_result(median(@$means)) if $function eq 'latency';
    return number_result(root_mean_square(profile_of($item))) if $function eq 'spread';
    return null_result('fewer than 2 repeats') if $item->{repeats} < 2;
    my $most = 0;
    for my $s (1 .. $#$centred) {
        for my $r (0 .. $s - 1) {
            my $distance = distance_of($centred->[$r], $centred->[$s]);
            return null_result('not finite') unless is_finite($distance);
            $most = $distance if $distance > $most;
        }
    }
    return number_result($most);
}

# ---------------------------------------------------------------- trials

# The ends of the Wilson interval of so many of R.
sub wilson {
    my ($seen, $R) = @_;
    my $z      = number_of('1.959963984540054');
    my $p      = divide($seen, $R);
    my $q      = divide(multiply($z, $z), $R);
    my $middle = add($p, divide($q, 2));
    my $spread = add(divide(multiply($p, subtract(1, $p)), $R), divide(divide($q, 4), $R));
    my $half   = multiply(root_of($spread), $z);
    my $scale  = add(1, $q);
    return {
        low  => $seen == 0  ? 0 : divide(subtract($middle, $half), $scale),
        high => $seen == $R ? 1 : divide(add($middle, $half), $scale),
    };
}

sub compute_of_trials {
    my ($item, $function) = @_;
    return null_result('repeat failed') if is_failed($item);
    my $R = $item->{repeats};
    return number_result($R) if $function eq 'trials';
    if (my $field = $OF_ATTACK{$function}) {
        my $value = node($item->{observed}[0])->{attack}[1]{$field};
        return is_null($value) ? null_result('not measured') : number_result($value->[2]);
    }
    if (my $field = $OF_PAIR{$function}) {
        my $value = node($item->{observed}[0])->{pair}[1]{$field};
        return is_null($value) ? null_result('not measured') : number_result($value->[2]);
    }
    my ($check, $end) = @{$OF_SEEN{$function}};
    my $rejected = $item->{seen}{$check};    # a 1 for each trial
    return null_result('not checked') unless defined $rejected;
    my $seen = length $rejected;
    return number_result($end ? wilson($seen, $R)->{$end} : divide($seen, $R));
}

# The functions over an item and its base.
sub compute_of_change {
    my ($change, $function) = @_;
    my ($item, $base) = @{$change}{qw(changed base)};
    return null_result('repeat failed') if is_failed($item) || is_failed($base);
    if ($function eq 'output_kept') {
        return null_result('other shape') if $item->{image}{shape} ne $base->{image}{shape};
        my ($here, $there) =
          map { word(node(first_repeat($_)), 'output_digest') } $item, $base;
        return word_result($here eq $there ? 'identical' : 'different');
    }
    my %read = (
        rate_change      => [qw(median_rate median_rate)],
        rate_change_low  => [qw(rate_low rate_high interval)],
        rate_change_high => [qw(rate_high rate_low interval)],
        inflation        => [qw(floor floor floor)],
    );
    my ($of_item, $of_base, $what) = @{$read{$function}};
    my ($a, $b) = (reduce_item($item, $of_item)->[0], reduce_item($base, $of_base)->[0]);
    if ($what) {
        return null_result("no $what")             if is_null($a);
        return null_result("no $what of the base") if is_null($b);
    }
    return number_result(1) if $function eq 'inflation' && $a->[2] == 0 && $b->[2] == 0;
    return quotient_of($a, $b);
}

# The functions over an item and the item that its tolerance_of names.
sub compute_of_judgement {
    my ($judgement, $function) = @_;
    my ($item, $named) = @{$judgement}{qw(judged named)};
    return null_result('repeat failed') if is_failed($item) || is_failed($named);
    my $residual = reduce_item($item, 'residual');
    return $residual if $function eq 'judged_residual';
    my $tolerance = reduce_item($named, 'tolerance');
    return $tolerance if $function eq 'judged_tolerance' || is_null($tolerance->[0]);
    my $holds = !is_null($residual->[0]) && $residual->[0][2] <= $tolerance->[0][2];
    return word_result($holds ? 'accept' : 'reject');
}

# The functions over the whole record.
sub compute_of_record {
    my ($function) = @_;
    return null_result('no repeats') unless @timed;
    return number_result(scalar @sessions) if $function eq 'sessions';
    return number_result(scalar grep { @{node($_->{line})->{flags}[1]} } @ok_repeats)
      if $function eq 'flagged_repeats';
    if ($function eq 'longest_gap') {
        my ($gap, $last) = (0, $sessions[0]{start});
        for my $observation (@timed) {
            my $from_last = $observation->{start} - $last;
            $gap  = $from_last if $from_last > $gap;
            $last = $observation->{end};
        }
        return number_result(divide(double($gap), number_of('1e9')));
    }
    my $end   = largest(map { $_->{end} } @timed);
    my $start = (sort { $a <=> $b } map { $_->{start} } @sessions)[0];
    my $wall  = double($end - $start);
    return number_result(divide($wall, number_of('1e9'))) if $function eq 'wall_time';
    return number_result(divide(double($timed_ns), $wall)) if $function eq 'timed_share';
    die "no function $function";
}

# ---------------------------------------------------------------- links and priors

# What a record is asked as a side of links.
sub sum_up {
    my @sides = map { sum_up_item($_) } @items;
    my %of_image = map { $_->{item}{planned} => $_ } @sides;
    return {nonce => $nonce, is_light => is_light(), items => \@sides, of_image => \%of_image};
}

# What the findings of a record ask of a prior besides. Its own findings are those of it alone: a
# claim about its priors, which are not at hand, is none of them.
sub sum_up_for_findings {
    my ($first) = sort { $a <=> $b } map { $_->{start} } @sessions;
    return (
        run      => word($plan, 'run'),
        first    => $first,
        findings => scalar(grep { /\Afinding: / } findings()),
        times    => {map { $_->{start} => 1 } @timed},
        images   => {map { image_of_covariates($_) => 1 } sampled()},
    );
}

my @OF_SIDE = qw(median_rate rate_low rate_high performance_class numerical_class);

sub sum_up_item {
    my ($item) = @_;
    my $first = node($item->{observed}[0]);
    my %side = (item => $item, label => $item->{label}, is_failed => is_failed($item));
    $side{timing} = "$item->{repeats} of $plan->{repeat_seconds}[1] s";
    return \%side if is_tried($item);    # it has no link
    if (is_profile($item)) {
        @side{qw(spread key)} = map { reduce_item($item, $_)->[0] } qw(spread key);
        $side{profile} = [profile_of($item)] unless $side{is_failed};
        return \%side;
    }
    $side{$_} = reduce_item($item, $_)->[0] for @OF_SIDE;
    $side{output} = output_of_item($item);
    $side{floor} = reduce_item($item, 'floor')->[0] if has_calibration($item);
    if (word($first, 'status') eq 'ok') {
        $side{$_} = word($first, $_) for qw(output_digest method);
        $side{device} = device_of(node($line_of{word($first, 'environment')}));
    }
    if (@{$item->{stages}}) {
        my ($acquire, $second) = map { node($_) } @{$item->{stages}}[0, 1];
        $side{acquired} = word($acquire, 'output_digest');
        $side{openings} = $second->{openings};
    }
    $side{revisited} = {map { node($_)->{prior}[2] => node($_)->{openings} } @{$item->{revisits}}};
    return \%side;
}

# What must be equal of two equal devices, or undef for one that is equal to none.
sub device_of {
    my ($environment) = @_;
    my $backend = word($environment, 'backend');
    return "$backend " . word($environment, 'device') if $backend ne 'cpu';
    for my $fact (map { $_->[1] } @{$environment->{facts}[1]}) {
        return "cpu $fact->{value}[1]"
          if $fact->{name}[1] eq 'cpu.model' && is_string($fact->{value});
    }
    return undef;
}

sub side_here {
    my ($link) = @_;
    my $here = @items ? ($RECORD->{side} ||= sum_up()) : $priors->[0];
    return ($here->{of_image}{$link->{there}{item}{planned}}, $here->{nonce});
}

# The openings of the revisit of a link, or undef.
sub revisited {
    my ($link, $here) = @_;
    return @items ? $here->{revisited}{$link->{link}} : undef;
}

# Whether both sides acquired an output, and these are equal.
sub has_equal_acquired {
    my @digests = grep { defined } map { $_->{acquired} } @_;
    return @digests == 2 && $digests[0] eq $digests[1];
}

sub link_tolerance {
    my ($item) = @_;
    my ($workload, $variant, %size) = ($item->{workload}, $item->{variant}, %{$item->{shape}});
    return 0 if has_trait($item, $EXACT);
    return power_of_two(-6)  if $workload eq 'attention';
    return power_of_two(-16) if $workload eq 'reduction';
    if ($workload ne 'gemm') {
        my $h = divide($workload eq 'scatter_add' ? $size{n} : $size{rows}, $size{buckets});
        $h = 1 if $h < 1;
        return multiply(multiply(32, root_of($h)), power_of_two(-24));
    }
    my $k = $size{k};
    return power_of_two(-9) if $variant eq 'tf32';
    if ($variant eq 'fp8_fast') {
        my $output = multiply(number_of('1.66e-3'), number_of('1.66e-3'));
        return multiply(8, root_of(add($output, multiply($k, power_of_two(-30)))));
    }
    my %unit = (f32 => -24, f64 => -53);
    return multiply(multiply(8, root_of($k)), power_of_two($unit{$variant})) if $unit{$variant};
    my %base = (fp16 => -10, bf16 => -7, fp8 => -6);
    return add(power_of_two($base{$variant}), multiply($k, power_of_two(-25)));
}

my @half_values;    # by their bits

sub half_value {
    my ($bits) = @_;
    my ($sign, $exponent, $fraction) = ($bits >> 15 ? -1 : 1, $bits >> 10 & 31, $bits & 1023);
    return $fraction ? $NAN : $sign * $INFINITY if $exponent == 31;
    return $sign * POSIX::ldexp($exponent ? 1024 + $fraction : $fraction, ($exponent || 1) - 25);
}

my %ELEMENTS = (
    binary16 => sub { map { $half_values[$_] //= half_value($_) } unpack 'v*', $_[0] },
    bfloat16 => sub { unpack 'f<*', pack 'V*', map { $_ << 16 } unpack 'v*', $_[0] },
    binary32 => sub { unpack 'f<*', $_[0] },
    binary64 => sub { unpack 'd<*', $_[0] },
    int32    => sub { unpack 'l<*', $_[0] },
    uint32   => sub { unpack 'V*',  $_[0] },
);

# The largest difference of elements at common places, in the largest element.
sub difference_of {
    my ($item, $here, $there) = @_;
    my $elements = $ELEMENTS{formats_of($item)->[1]};
    my ($d, $M) = (0, 0);
    for my $i (0 .. $#{$here->[1]}) {
        my ($x, $y) =
          map { [$elements->(decode_base64($_->[1][$i][1]{data}[1]))] } $here, $there;
        for (@$x, @$y) {
            return null_result('not finite') unless $_ - $_ == 0;
            my $size = $_ < 0 ? -$_ : $_;
            $M = $size if $size > $M;
        }
        for my $j (0 .. $#$x) {
            my $distance = $x->[$j] - $y->[$j];
            $distance = -$distance if $distance < 0;
            $d = $distance if $distance > $d;
        }
    }
    return number_result(divide(double($d), add($M, $EPSILON)));
}

sub agreement {
    my ($link) = @_;
    my ($here, $nonce_here) = side_here($link);
    my $there = $link->{there};
    my $item  = $there->{item};
    return 'not comparable: not here' unless $here;
    return 'not comparable: other nonce' if $nonce_here ne nonce_there($link);
    my @digests = map { $_->{output_digest} } $here, $there;
    return 'not comparable: repeat failed' if grep { !defined } @digests;
    return 'identical' if $digests[0] eq $digests[1];
    return 'different' if has_trait($item, $EXACT);
    my ($a, $b) = map { $_->{device} } $here, $there;
    my $is_same = defined $a && defined $b && $a eq $b && $here->{method} eq $there->{method};
    return 'different' if $is_same && !has_trait($item, $CHANCE);
    return 'not comparable: no common places'
      unless revisited($link, $here) || has_equal_acquired($here, $there);
    my $difference = reduce_item($link, 'difference')->[0];
    my $limit = link_tolerance($item);
    return 'within rounding' if !is_null($difference) && $difference->[2] <= $limit;
    return 'different';
}

sub nonce_there { my ($link) = @_; $priors->[$link->{link} - 1]{nonce} }

sub quotient_of {
    my ($here, $there) = @_;
    return null_result('not finite') if grep { is_null($_) } $here, $there;
    return number_result(divide($here->[2], $there->[2]));
}

sub compute_of_link {
    my ($link, $function) = @_;
    return word_result(agreement($link)) if $function eq 'agreement';
    my ($here, $nonce_here) = side_here($link);
    my $there = $link->{there};
    my $item  = $there->{item};
    return number_result(link_tolerance($item)) if $function eq 'difference_limit';
    return null_result('not here') unless $here;
    return null_result('other nonce')
      if $function eq 'difference' && $nonce_here ne nonce_there($link);
    return null_result('repeat failed') if $here->{is_failed} || $there->{is_failed};

    return compute_of_recall($link, $function, $here, $there) if $RECALLS{$function};
    if ($function eq 'difference') {
        return number_result(0)
          if $here->{output_digest} eq $there->{output_digest}
          || has_equal_acquired($here, $there);
        my $openings = revisited($link, $here) or return null_result('no common places');
        return difference_of($item, $openings, $there->{openings});
    }
    if ($function eq 'methods') {
        return word_result($here->{method} eq $there->{method} ? 'same' : 'other');
    }
    return null_result('unlike repeats')
      if $function =~ /\Arate_ratio/ && $here->{timing} ne $there->{timing};
    return quotient_of($here->{median_rate}, $there->{median_rate}) if $function eq 'rate_ratio';
    my %read = (
        rate_ratio_low       => [qw(rate_low rate_high), 'interval'],
        rate_ratio_high      => [qw(rate_high rate_low), 'interval'],
        floor_ratio          => [qw(floor floor),        'floor'],
        class_kept           => [qw(performance_class performance_class), 'class'],
        numerical_class_kept => [qw(numerical_class numerical_class),     'class'],
    );
    my ($of_here, $of_there, $what) = @{$read{$function}};
    my ($a, $b) = ($here->{$of_here}, $there->{$of_there});
    return null_result("no $what here")  if is_null($a);
    return null_result("no $what there") if is_null($b);
    if ($function eq 'floor_ratio') {
        return number_result(1) if $a->[2] == 0 && $b->[2] == 0;
    }
    elsif ($what eq 'class') {
        return word_result('undetermined') if grep { $_->[1] =~ /\Aundetermined/ } $a, $b;
        return word_result('kept') if $a->[1] eq $b->[1];
        my $is_by_chance = $function eq 'numerical_class_kept' && has_trait($item, $CHANCE);
        return word_result($is_by_chance ? 'left to chance' : 'changed');
    }
    return quotient_of($a, $b);
}

sub compute_of_recall {
    my ($link, $function, $here, $there) = @_;
    my ($p_here, $p_there) = map { $_->{profile} } $here, $there;
    return null_result('other units') if @$p_here != @$p_there;
    return number_result(distance_of($p_here, $p_there)) if $function eq 'distance';
    return null_result('no key there') if is_null($there->{key});
    my $g = $there->{spread}[2];
    if ($function eq 'recalled') {
        my $distance = reduce_item($link, 'distance')->[0];
        my $is = !is_null($distance) && multiply(16, $distance->[2]) <= $g;
        return word_result($is ? 'yes' : 'no');
    }
    my @places;
    for my $u (0 .. $#$p_here) {
        my $cell   = floor(divide($p_there->[$u], $g));
        my $offset = subtract(divide($g, 2), subtract($p_there->[$u], multiply($g, $cell)));
        push @places, divide(add($p_here->[$u], $offset), $g);
    }
    return key_of(@places);
}

# A floor that is between half and twice that of the other side.
sub is_recovered {
    my ($ratio) = @_;
    return number_of('0.5') <= $ratio && $ratio <= 2;
}

sub compute_of_prior {
    my ($prior, $function) = @_;
    my @links = @{(links_and_recalls($prior))[0]};
    my %agreement;
    $agreement{$_}++ for map { reduce_item($_, 'agreement')->[0][1] } @links;
    my @words    = ('identical', 'within rounding', 'different');
    my $compared = total(0, map { $agreement{$_} || 0 } @words);
    return number_result(scalar @links) if $function eq 'links';
    return number_result(@links - $compared) if $function eq 'not_comparable';
    for my $word (@words) {
        (my $name = $word) =~ tr/ /_/;
        return number_result($agreement{$word} || 0) if $function eq $name;
    }
    my @products = grep { has_calibration($_->{there}{item}) } @links;
    my @ratios   = sort { $a <=> $b }
      map { $_->[2] } grep { !is_null($_) } map { reduce_item($_, 'floor_ratio')->[0] } @products;
    if ($function eq 'floor_ratio_low' || $function eq 'floor_ratio_high') {
        return null_result('no floors') unless @ratios;
        return number_result($ratios[$function eq 'floor_ratio_low' ? 0 : -1]);
    }
    my $kept = sub {
        my ($link) = @_;
        my $word = reduce_item($link, 'numerical_class_kept')->[0];
        return is_null($word) ? '' : $word->[1];
    };
    my $known = sub {
        my ($name, @of) = @_;
        return scalar grep { !is_null($_->{there}{$name}) } @of;
    };
    my %count = (
        floors_recovered  => scalar(grep { is_recovered($_) } @ratios),
        floors            => $known->('floor', @products),
        classes_recovered => scalar(grep { $kept->($_) eq 'kept' } @links),
        classes           => $known->('numerical_class', @links),
        rates_lost        => $known->('median_rate', @links),
    );
    return number_result($count{$function}) if exists $count{$function};
    my $classes_of_both = grep { $kept->($_) ne '' } @links;
    my %fraction        = (
        recoverable_fraction  => [$count{floors} + $count{classes}, 'nothing to recover'],
        recovered_of_measured => [@ratios + $classes_of_both,       'nothing on both sides'],
    );
    if ($fraction{$function}) {
        my ($divisor, $reason) = @{$fraction{$function}};
        return null_result($reason) if $divisor == 0;
        my $recovered = $count{floors_recovered} + $count{classes_recovered};
        return number_result(divide($recovered, $divisor));
    }
    return null_result('nothing comparable') if $compared == 0;
    my %output = map { $_ => 1 } map { outputs_of_link($_) } @links;
    my $is_changed = grep { $kept->($_) eq 'changed' } @links;
    my $is_other   = grep { !is_recovered($_) } @ratios;
    return word_result('no') if $agreement{different} || $is_changed || $is_other || $output{wrong};
    return word_result('partial: not compared') if $compared != @links;
    return word_result('partial: not judged')   if $output{'not judged'};
    my $is_undetermined = sub {
        my ($link) = @_;
        my ($class, $numerical) =
          map { reduce_item($link, $_)->[0] } qw(class_kept numerical_class_kept);
        return is_null($class) || is_null($numerical) || $class->[1] eq 'undetermined';
    };
    return word_result('partial: class undetermined') if grep { $is_undetermined->($_) } @links;
    return word_result('yes');
}

# What the sides of a link say of their outputs.
sub outputs_of_link {
    my ($link) = @_;
    my ($here) = side_here($link);
    return map { $_->{output} } grep { defined } $here, $link->{there};
}

# Whether the output of an item is wrong, not judged or correct. A planned fault of the repeats
# makes it correct where it was caught.
sub output_of_item {
    my ($item) = @_;
    my $word = sub {
        my $value = reduce_item($item, $_[0])->[0];
        return is_null($value) ? undef : $value->[1];
    };
    my ($verified, $transcript) = map { $word->($_) } qw(verified transcript);
    my ($errors, $failed) =
      map { $item->{point} ? $word->($_) || 0 : 0 } qw(errors failed_segments);
    my $fault = $item->{fault};
    my $is_rejected = defined $verified && $verified eq 'FAIL';
    return $is_rejected ? 'correct' : 'not judged' if $fault && $fault->{when} eq 'repeats';
    return 'wrong' if $is_rejected;
    return 'wrong' if !$fault && defined $transcript && $transcript ne 'accept';
    return 'wrong' if $errors != 0;
    return 'not judged' unless defined $verified && defined $transcript;
    return 'not judged' if $failed != 0 || $transcript eq 'injected accept';
    return 'correct';
}

sub row_threshold {
    my ($item) = @_;
    my ($m, $n, $k) = @{$item->{shape}}{qw(m n k)};
    my $probes = $n < $PROBES ? $n : $PROBES;
    my $T      = 0;
    $T++ while (1 << $T) < $m * $probes;
    my $terms = $ROUNDING{$item->{variant}}[3];
    my $f = $terms ? add(1, divide($terms, $k)) : 1;
    return multiply(number_of($QUANTILES[$T]), $f);
}

# The most that rounding lets a correct sum of a row of probabilities differ from 1.
sub row_sum_bound {
    my ($item) = @_;
    my $additions = add(divide($item->{shape}{s}, 8), 64);
    return multiply(power_of_two(-24), add(multiply(2, $additions), 3));
}

sub row_test_rejects {
    my ($item, $fields) = @_;
    return has_rows($item) && !($fields->{row_statistic}[2] <= row_threshold($item));
}

sub decision {
    my ($item, $residual) = @_;
    my $fields = $residual->[1];
    return 'reject' if grep { is_null($_) } values %$fields;
    return 'reject' if row_test_rejects($item, $fields);
    return 'reject'
      if $item->{workload} eq 'attention'
      && !($fields->{row_sum_error}[2] <= row_sum_bound($item));
    my $tolerance = reduce_item($item, 'tolerance')->[0];
    return 'undecided' if is_null($tolerance);
    if (has_calibration($item)) {
        my ($G) = rounding_of_residual($item, $residual);
        my $holds = verdict($item, $G, 1);
        return 'reject' if defined $holds && !$holds;
    }
    return ratio($fields->{difference_max}[2], $fields->{reference_max}[2]) <= $tolerance->[2]
      ? 'accept'
      : 'reject';
}

# ---------------------------------------------------------------- transcripts

sub check_items {
    my $last = @nodes;
    for my $item (@items) {
        my @observed = @{$item->{observed}};
        refuse($last, procedure_of($item), "$item->{label} has not all of its observations")
          if @observed != observations_planned($item);
        next unless has_output($item);
        check_segments_before($last, $item);
        if (is_failed($item)) {
            refuse($item->{calibration}, 'calibration', 'a repeat of the item failed')
              if $item->{calibration};
            refuse($item->{stages}[0], 'stage', 'a repeat of the item failed')
              if @{$item->{stages}};
        }
        else {
            refuse($last, 'calibration', "$item->{label} has no calibration")
              if has_calibration($item) && !$item->{calibration};
            check_transcript($item);
        }
        check_revisits($item);
    }
}

# The matching item of a prior whose opened places the item must open too, or undef.
sub item_to_revisit {
    my ($item, $prior) = @_;
    return undef if $prior->{is_light} || $prior->{nonce} ne $nonce;
    return undef if planned_inject($item) || is_failed($item);
    my $there = $prior->{of_image}{$item->{planned}};
    return undef if !$there || $there->{is_failed};
    my $acquired = word(node($item->{stages}[0]), 'output_digest');
    return $there->{acquired} eq $acquired ? undef : $there;
}

sub check_revisits {
    my ($item) = @_;
    my %line_of_prior = map { node($_)->{prior}[2] => $_ } @{$item->{revisits}};
    for my $number (1 .. @roots) {
        my $line = $line_of_prior{$number};
        my $there;
        if ($priors) {
            $there = item_to_revisit($item, $priors->[$number - 1]);
            refuse(scalar @nodes, 'revisit', "$item->{label} has no revisit of prior $number")
              if $there && !$line;
            refuse($line, 'revisit', "$item->{label} has nothing to revisit of prior $number")
              if !$there && $line;
        }
        next unless $line;
        refuse($line, 'revisit', "$item->{label} has a failed repeat or an injected fault")
          if is_failed($item) || planned_inject($item);
        refuse($line, 'revisit', 'not after the last stage of the item')
          if $line < $item->{stages}[-1];
        my $node    = node($line);
        my $product = $node->{product}[1];
        refuse($line, 'revisit', 'not the product of the acquire stage')
          if $product ne word(node($item->{stages}[0]), 'product');
        my @places;
        for my $opening (map { $_->[1] } @{($there || $node)->{openings}[1]}) {
            my ($row, $chunk) = map { $opening->{$_}[2] } qw(row chunk);
            refuse($line, 'revisit', "the output has no chunk $chunk of row $row")
              unless $row < output_rows($item) && $chunk < chunks_of_row($item, $row);
            push @places, [$row, $chunk];
        }
        my $digest = word(node($line_of{$product}), 'output_digest');
        check_openings($item, $line, 'revisit', $digest, @places);
    }
}

sub check_transcript {
    my ($item)   = @_;
    my @lines    = @{$item->{stages}};
    my @stages   = map { word(node($_), 'stage') } @lines;
    my $sequence = "@stages";
    my $at       = @lines ? $lines[-1] : scalar @nodes;
    refuse($at, 'stage', "the stages of $item->{label} are not those of a transcript")
      unless $sequence =~ /\Aacquire (?:inject )?witness decide(?: repair witness decide)?\z/;
    refuse($lines[1], 'stage', "$item->{label} has not the inject stage of its plan")
      if planned_inject($item) && $stages[1] ne 'inject';

    my ($product) = grep { decision($item, node($_)->{residual}) eq 'reject' } @{$item->{observed}};
    $product = $item->{observed}[-1] unless $product;
    refuse($lines[0], 'stage', 'not the product to acquire')
      if word(node($lines[0]), 'product') ne id_of($product);

    if ($item->{fault} && $item->{fault}{kind} =~ /\Abits?\z/ && $stages[1] eq 'inject') {
        my ($before, $after) = map { word(node($_), 'output_digest') } @lines[0, 1];
        refuse($lines[1], 'stage', 'the fault left the output as it was') if $before eq $after;
    }
    my ($digest, $residual);
    for my $i (0 .. $#lines) {
        my ($line, $node) = ($lines[$i], node($lines[$i]));
        if ($stages[$i] eq 'witness') {
            refuse($line, 'witness', 'not the digest of the stage before')
              if word($node, 'output_digest') ne $digest;
            $residual = $node->{residual};
            if ($stages[$i - 1] eq 'acquire'
                && canonical($residual) ne canonical(node($product)->{residual}))
            {
                refuse($line, 'witness', 'not the residual of the product');
            }
            check_same_residual($line, $item);
            check_same_element($line, $item);
            my $all    = chunks_of_row($item, 0);
            my @places = map { [int($_ / $all), $_ % $all] } opened_chunks($item, $digest, $nonce);
            check_openings($item, $line, 'opening', $digest, @places);
            check_whether_element($item, $line);
            check_element($item, $line) if $node->{element};
        }
        elsif ($stages[$i] eq 'decide') {
            my $decision = decision($item, $residual);
            refuse($line, 'decision', "the decision is $decision")
              if word($node, 'decision') ne $decision;
            refuse($lines[$i + 1], 'stage', 'a repair of what was not rejected')
              if $i < $#lines && $decision ne 'reject';
        }
        else { $digest = word($node, 'output_digest') }
    }
}

# The openings at the places that must be opened. $tag is that of another place.
sub check_openings {
    my ($item, $line, $tag, $digest, @places) = @_;
    my $node = node($line);
    my $rows = output_rows($item);
    for my $t (0 .. $#places) {
        my $opening = $node->{openings}[1][$t][1];
        my ($row, $chunk) = @{$places[$t]};
        my $bytes  = row_bytes($item, $row);
        my $chunks = quotient_up($bytes, $CHUNK_BYTES);
        refuse($line, $tag, "opening $t is not of the row and chunk to open")
          if $opening->{row}[2] != $row || $opening->{chunk}[2] != $chunk;
        my $data = decode_base64($opening->{data}[1]);
        refuse($line, 'opening', "opening $t has not the base64 of RFC 4648")
          if encode_base64($data, '') ne $opening->{data}[1];
        my $length = $chunk == $chunks - 1 ? $bytes - $CHUNK_BYTES * $chunk : $CHUNK_BYTES;
        refuse($line, 'opening', "opening $t has not the length of the chunk")
          if length $data != $length;
        my @paths = map {
            [map { pack 'H*', $_->[1] } @{$opening->{$_}[1]}]
        } qw(row_path matrix_path);
        my $row_digest = path_root($chunk, $chunks, leaf_hash($data), @{$paths[0]});
        refuse($line, 'opening', "opening $t: the row path has the wrong length")
          unless defined $row_digest;
        my $matrix = path_root($row, $rows, leaf_hash($row_digest), @{$paths[1]});
        refuse($line, 'opening', "opening $t does not lead to the output digest")
          unless defined $matrix && unpack('H*', $matrix) eq $digest;
    }
}

# Whether the stage may name an element that the witness found wrong, and whether it must.
sub check_whether_element {
    my ($item, $line) = @_;
    my $node     = node($line);
    my $residual = $node->{residual}[1];
    my $bad      = sub { refuse($line, 'element', $_[0]) };
    if (has_integers($item)) {
        my $is_wrong = $residual->{difference_max}[2] > 0;
        $bad->('no element, and one is wrong')  if $is_wrong  && !$node->{element};
        $bad->('an element, and none is wrong') if !$is_wrong && $node->{element};
    }
    elsif ($node->{element}) {
        $bad->('the row test does not reject the residual')
          if (grep { is_null($_) } values %$residual) || !row_test_rejects($item, $residual);
    }
}

# Witness stages of one item with equal outputs have equal elements, or all have none.
sub check_same_element {
    my ($line, $item) = @_;
    my $node  = node($line);
    my $image = $node->{element} ? canonical($node->{element}) : 'none';
    my $known = $item->{element_of}{word($node, 'output_digest')} ||= $image;
    refuse($line, 'element', 'another element than that of the same output') if $known ne $image;
}

# The element that a witness found wrong.
sub check_element {
    my ($item, $line) = @_;
    my $node     = node($line);
    my $residual = $node->{residual}[1];
    my $element  = $node->{element}[1];
    my $bad      = sub { refuse($line, 'element', $_[0]) };
    my ($row,   $column)   = map { $element->{$_}[2] } qw(row column);
    my ($found, $expected) = map { word($element, $_) } qw(found expected);
    my $bytes = formats_of($item)->[2];
    if (has_rows($item)) {
        $bad->('not in the row of the residual') if $row != $residual->{row}[2];
        $bad->('not in the probe of the residual') if $column % $PROBES != $residual->{probe}[2];
    }
    $bad->('not a row of the output')    unless $row < $item->{shape}{m};
    $bad->('not a column of the output') unless $column < $item->{shape}{n};
    $bad->('not the bytes of one element')
      if length $found != 2 * $bytes || length $expected != 2 * $bytes;
    $bad->('found is expected') if $found eq $expected;
    my $chunk = int($column * $bytes / $CHUNK_BYTES);
    for my $opening (map { $_->[1] } @{$node->{openings}[1]}) {
        next if $opening->{row}[2] != $row || $opening->{chunk}[2] != $chunk;
        my $data = decode_base64($opening->{data}[1]);
        my $held = reverse substr $data, $column * $bytes - $chunk * $CHUNK_BYTES, $bytes;
        $bad->('found is not what the opening holds') if unpack('H*', $held) ne $found;
    }
}

# ---------------------------------------------------------------- reductions, claims, root

sub reduce_series {
    my ($line, $function, @values) = @_;
    return null_result('value absent') if grep { is_null($_) } @values;
    my @x = map { $_->[2] } @values;
    if ($function eq 'median_of')  { return number_result(median(@x)) }
    if ($function eq 'minimum_of') { return number_result((sort { $a <=> $b } @x)[0]) }
    if ($function eq 'maximum_of') { return number_result(largest(@x)) }
    my $mean = divide(total(@x), scalar @x);
    if ($function eq 'mean_of') { return number_result($mean) }
    if ($function eq 'standard_deviation_of') {
        return null_result('fewer than 2 values') if @x < 2;
        my $squares = total(map { my $d = subtract($_, $mean); multiply($d, $d) } @x);
        return number_result(root_of(divide($squares, @x - 1)));
    }
    my $middle = median(@x);
    return null_result('median is zero') if $middle == 0;
    return number_result(
        divide(median(map { absolute(subtract($_, $middle)) } @x), absolute($middle)));
}

sub observations_of {
    my ($item) = @_;
    return (
        @{$item->{observed}}, @{$item->{segments}}, $item->{calibration} || (),
        @{$item->{stages}},   @{$item->{revisits}}
    );
}

sub recompute {
    my ($line)   = @_;
    my $node     = node($line);
    my $function = word($node, 'function');
    my @inputs   = map { $line_of{$_->[1]} } @{$node->{inputs}[1]};
    my $result;
    if ($OF_SERIES{$function}) {
        my $series = $series{word(node($inputs[0]), 'series')};
        refuse($line, 'series', 'the inputs are not all observations of one series')
          if "@inputs" ne "@$series";
        my $field  = word($node, 'field');
        my @values = map { node($_)->{values}[1]{$field} } @inputs;
        refuse($line, 'series', "an observation has no field $field") if grep { !defined } @values;
        $result = reduce_series($line, $function, @values);
    }
    elsif ($OF_LINK{$function} || $OF_PRIOR{$function}) {
        my $number = $node->{prior}[2];
        refuse($line, 'reduction', "no linked prior $number")
          unless grep { $_ == $number } linked_priors();
        if (!$priors) { check_of_absent($line, @inputs); return }
        my $subject = $subject_of{$number};
        if ($OF_LINK{$function}) {
            $subject = $subject->{links}[$node->{item}[2]]
              or refuse($line, 'reduction', "prior $number has no such item, or it has trials");
            check_needed($line, $function, $subject->{there}{item});
        }
        my @expected = inputs_of_subject($subject);
        refuse($line, 'reduction', "not the inputs of $function of $subject->{label}")
          if "@inputs" ne "@expected";
        $subject_of_reduction{$line} = $subject;
        $result = reduce_item($subject, $function);
    }
    elsif ($OF_CHANGE{$function}) {
        my $change = $change_of{$node->{item}[2]}
          or refuse($line, 'reduction', 'the plan has no such item, or it has no base');
        check_needed($line, $function, $change->{changed});
        $subject_of_reduction{$line} = $change;
        $result = reduce_item($change, $function);
    }
    elsif ($OF_JUDGEMENT{$function}) {
        my $judgement = $judgement_of{$node->{item}[2]}
          or refuse($line, 'reduction',
            "$function of an item that the plan lacks, or that has no tolerance_of");
        check_needed($line, $function, $judgement->{judged});
        $subject_of_reduction{$line} = $judgement;
        $result = reduce_item($judgement, $function);
    }
    elsif ($OF_RECORD{$function}) {
        my ($late) = grep { $_->{line} > $line } @sessions;
        refuse($late->{line}, 'order', 'a session after a reduction of the record') if $late;
        $subject_of_reduction{$line} = $RECORD;
        $result = reduce_item($RECORD, $function);
    }
    else {
        my $item = item_of($inputs[0]);
        check_needed($line, $function, $item);
        my @expected = inputs_of($item, $function);
        refuse($line, 'reduction', "not the inputs of $function of $item->{label}")
          if "@inputs" ne "@expected";
        my ($late) = grep { $_ > $line } observations_of($item);
        refuse($late, 'order', "an observation of $item->{label} after a reduction of it")
          if $late;
        $subject_of_reduction{$line} = $item;
        $result = reduce_item($item, $function);
    }
    my ($value, $reason) = @$result;
    my $stated = $node->{reason} ? $node->{reason}[1] : undef;
    my $image = canonical($value);
    refuse($line, 'reduction', "$function is $image") if canonical($node->{value}) ne $image;
    refuse($line, 'reduction', "the reason is $reason") if defined $reason && $stated ne $reason;
}

# The lines that a reduction of a link or of a prior has as inputs: the repeats of the item here, or
# the plan.
sub inputs_of_subject {
    my ($subject) = @_;
    return 2 if $subject->{prior} || !@items;
    my ($here) = side_here($subject);
    return $here ? @{$here->{item}{observed}} : 2;
}

# A reduction over a prior that is not at hand: what can be said of it.
sub check_of_absent {
    my ($line, @inputs) = @_;
    my $node     = node($line);
    my $function = word($node, 'function');
    my $row      = $LINK_ROW{$function} || $PRIOR_ROW{$function};
    my $value    = $node->{value};
    if ("@inputs" ne '2') {
        my $item = $inputs[0] == 2 ? undef : item_of($inputs[0]);
        refuse($line, 'reduction', 'the inputs are neither the plan nor all repeats of one item')
          unless $item && $OF_LINK{$function} && "@inputs" eq "@{$item->{observed}}";
    }
    my $is_word = $row && $row->[3] eq 'word';
    my $fits =
      $is_word ? is_spoken($value) && length $value->[1] <= 64 : is_number($value);
    refuse($line, 'reduction', "no value of $function") unless is_null($value) || $fits;
}

my @PREFIXES = ('n', 'u', 'm', '', 'k', 'M', 'G', 'T', 'P', 'E');

sub format_number {
    my ($x, $format, $unit) = @_;
    my ($text, $prefix) = ('', '');
    if ($format eq 'percent3') {
        my ($sign, $whole, $fraction) = sprintf('%.5f', $x) =~ /\A(-?)([0-9]+)\.([0-9]{5})\z/
          or die;
        $whole .= substr $fraction, 0, 2;
        $whole =~ s/\A0+(?=[0-9])//;
        return "$sign$whole." . substr($fraction, 2) . ' %';
    }
    if    ($format eq 'sci3')    { $text = $x == 0 ? '0' : sprintf '%.2e', $x }
    elsif ($format eq 'fixed0')  { $text = sprintf '%.0f',  $x }
    elsif ($format eq 'fixed4')  { $text = sprintf '%.4f',  $x }
    elsif ($format eq 'fixed2')  { $text = sprintf '%.2f',  $x }
    elsif ($format eq 'signed2') { $text = sprintf '%+.2f', $x }
    elsif ($x == 0) { $text = '0' }
    else {
        my ($lead, $rest, $exponent) =
          sprintf('%.3e', absolute($x)) =~ /\A([0-9])\.([0-9]{3})e([+-][0-9]+)\z/
          or die;
        if ($exponent < -9 || $exponent > 20) { $text = sprintf '%.3e', $x }
        else {
            my $q      = floor($exponent / 3);
            my $before = 1 + $exponent - 3 * $q;
            my $digits = "$lead$rest";
            $prefix = $PREFIXES[$q + 3];
            $text   = ($x < 0 ? '-' : '') . substr($digits, 0, $before) . '.' . substr $digits,
              $before;
        }
    }
    my $bare = $unit eq '1' || $unit eq 'class';
    return $text if $bare && $prefix eq '';
    return "$text $prefix" . ($unit eq '1' ? '' : $unit);
}

sub format_value {
    my ($value, $format, $unit) = @_;
    return 'n/a' if is_null($value);
    return $value->[1] if $format eq 'word';
    return format_number($value->[2], $format, $unit);
}

sub check_claim_of_plan {
    my ($line, $item, $row) = @_;
    my ($quantity, $function, $unit, $format, $class, $tolerance) = @$row;
    my $node     = node($line);
    my $asserted = $line_of{$node->{asserts}[1]};
    refuse($line, 'claim', "does not assert $function of the item")
      unless word(node($asserted), 'function') eq $function
      && ($subject_of_reduction{$asserted} || 0) == $item;
    $unit = unit_of($item->{there} ? $item->{there}{item} : $item) if $unit eq 'rate';
    my @results = ([value => reduce_item($item, $function)]);
    push @results, [class     => reduce_item($item, $class)]     if $class ne '-';
    push @results, [tolerance => reduce_item($item, $tolerance)] if $tolerance ne '-';
    my $reason;
    for (@results) {
        my ($field, $result) = @$_;
        my $image = canonical($result->[0]);
        refuse($line, $field, "$field is $image") if canonical($node->{$field}) ne $image;
        $reason = $result->[1] if is_null($result->[0]) && !defined $reason;
    }
    check_claim_words($line, $reason, $unit, $format, $results[0][1][0]);
}

# A claim about a prior that is not at hand.
sub check_claim_of_absent {
    my ($line) = @_;
    my $node = node($line);
    my ($row, $number) = row_of_absent(word($node, 'name'));
    my ($quantity, $function, $unit, $format) = @$row;
    my $reduction = node($line_of{$node->{asserts}[1]});
    refuse($line, 'claim', "does not assert $function of prior $number")
      unless word($reduction, 'function') eq $function && $reduction->{prior}[2] == $number;
    check_value_of($line, $reduction);
    $unit = unit_of_absent($node) if $unit eq 'rate';
    check_claim_words(
        $line, $reduction->{reason} && $reduction->{reason}[1],
        $unit, $format, $reduction->{value});
}

# The unit of a latency by the name of its claim.
sub unit_of_absent {
    my ($node) = @_;
    my ($variant) = word($node, 'name') =~ $OF_RECALL or die;
    return $PROFILE_UNIT{$variant};
}

sub check_value_of {
    my ($line, $reduction) = @_;
    my $image = canonical($reduction->{value});
    refuse($line, 'value', "the value is $image") if canonical(node($line)->{value}) ne $image;
}

sub check_claim_words {
    my ($line, $reason, $unit, $format, $value) = @_;
    my $node = node($line);
    refuse($line, 'unit', "the unit is $unit") if word($node, 'unit') ne $unit;
    refuse($line, 'null', "the reason is $reason")
      if defined $reason && word($node, 'reason') ne $reason;
    my $text = format_value($value, $format, $unit);
    refuse($line, 'text', "the text is $text") if word($node, 'text') ne $text;
}

sub check_claims {
    my %names;
    for my $position (0 .. $#claims) {
        my $line = $claims[$position];
        my $node = node($line);
        $named{$line_of{$_}} = 1
          for $node->{asserts}[1], $node->{beside} ? map { $_->[1] } @{$node->{beside}[1]} : ();
        if ($position < @expected_claims) {
            check_claim_of_plan($line, @{$expected_claims[$position]});
            next;
        }
        my $name = word($node, 'name');
        refuse($line, 'claim', "two claims $name") if $names{$name}++;
        if (is_of_absent($node)) { check_claim_of_absent($line); next }
        my $reduction = node($line_of{$node->{asserts}[1]});
        refuse($line, 'claim', 'does not assert a reduction over external observations')
          unless $OF_SERIES{word($reduction, 'function')};
        my $unit = word($node, 'unit');
        refuse($line, 'unit', 'not [A-Za-z0-9/%]{1,16}') unless $unit =~ m{\A[A-Za-z0-9/%]{1,16}\z};
        check_value_of($line, $reduction);
        check_claim_words(
            $line, $reduction->{reason} && $reduction->{reason}[1],
            $unit, word($node, 'format'),
            $reduction->{value});
    }
    my $last = @nodes;
    if (@claims < @expected_claims) {
        my ($item, $row) = @{$expected_claims[@claims]};
        refuse($last, 'claim', "no claim $item->{label}.$row->[0]");
    }
}

sub check_reachable {
    for my $line (1 .. @nodes) {
        my $node = node($line);
        $named{$line_of{$node->{environment}[1]}} = 1 if $node->{environment};
        next unless word($node, 'type') eq 'reduction';
        $named{$line_of{$_->[1]}} = 1 for @{$node->{inputs}[1]};
    }
    for my $line (1 .. @nodes) {
        my $sort = sort_of($line);
        next unless $sort eq 'environment' || $sort eq 'reduction' || $sort eq 'external';
        refuse($line, 'reachable', "nothing names this $sort") unless $named{$line};
    }
}

sub check_root_of_claims {
    my $line = @nodes;
    my $node = node($line);
    refuse($line, 'count', 'the record has ' . @claims . ' claims')
      if $node->{claim_count}[2] != @claims;
    my $root = unpack 'H*', tree_hash(map { leaf_hash($lines[$_ - 1]) } @claims);
    refuse($line, 'merkle', "the tree hash is $root") if word($node, 'merkle_root') ne $root;
}

# ---------------------------------------------------------------- priors, and a record's nodes

# Judges the priors of the plan in order, and sums them up.
sub judge_priors {
    my ($folder) = @_;
    my @known;
    for my $number (1 .. @roots) {
        my $path = "prior/$number.jsonl";
        lstat "$folder/$path" or refuse_file($path, 'files', 'absent');
        refuse_file($path, 'files', 'no plain file') unless -f _;
        my $bytes = read_file("$folder/$path", 1);
        my $last  = last_line_of($bytes);
        refuse_file($path, 'prior', 'no newline at the end') unless $bytes =~ /\n\z/;
        refuse_file($path, 'prior', 'a last line longer than 1,048,576 bytes')
          if length $last > $MAXIMUM_LINE;
        refuse_file($path, 'prior', 'the last line is not the root that continues names')
          if sha256_hex($last) ne $roots[$number - 1];
        push @known, judge_prior($path, $bytes);
    }
    return \@known;
}

# A prior is judged as a record whose own priors are not at hand.
sub judge_prior {
    my ($path, $bytes) = @_;
    local $judged = $path;
    local (@lines, @nodes, @sorts, @ids, %line_of, $plan, @items, $nonce, @roots, $priors);
    local (@sessions, @timed, @ok_repeats, %series, %change_of, %judgement_of, %subject_of);
    local (@expected_claims, @claims, $first_of_plan, $first_link, %subject_of_reduction, %named);
    local $timed_ns = 0;
    local $RECORD   = {label => 'record'};
    look_for_other_format($bytes, "python3 PRIOR/code/verify_graph.py RECORD/$path");
    judge_nodes($bytes);
    return {%{sum_up()}, sum_up_for_findings()};
}

# Nothing that a change, a judgement, a link or a prior is computed from comes after a reduction of
# one.
sub check_line {
    my ($line) = @_;
    my $sort = sort_of($line);
    refuse($line, 'order', "$sort after a reduction of a change, a judgement, a link or a prior")
      if $first_of_plan && $IS_OF_ITEM{$sort} || $first_link && $sort eq 'external' && !@items;
    $CHECK{$sort}->($line);
    check_edges($line);
}

# Judges the nodes. Given the folder, the priors are judged after lines 1 and 2.
sub judge_nodes {
    my ($evidence, $folder) = @_;
    my $at = read_lines($evidence, 0, 2);
    check_sorts(1 .. @nodes);
    check_order_of_first_lines();
    check_line($_) for 1, 2;
    $priors = judge_priors($folder) if defined $folder || !@roots;
    check_continues();

    read_lines($evidence, $at, $INFINITY);
    check_sorts(3 .. @nodes);
    check_order();
    my $is_expanded = 0;
    for my $line (3 .. @nodes) {
        expand_plan() if word(node($line), 'type') =~ /\A(?:claim|root)\z/ && !$is_expanded++;
        check_line($line);
    }
    check_items();
    for my $line (1 .. @nodes) { recompute($line) if word(node($line), 'type') eq 'reduction' }
    check_claims();
    check_reachable();
    check_root_of_claims();
}

# The files of the root against those of the manifest.
sub check_files {
    my ($manifest_root, $hashes) = @_;
    my $last = @nodes;
    my %listed = map { $_->[1]{path}[1] => $_->[1]{sha256}[1] } @{node($last)->{files}[1]};
    for my $path (sort keys %listed) {
        refuse($last, 'files', "$path is absent") unless $hashes->{$path};
        refuse($last, 'files', "the hash of $path differs") if $hashes->{$path} ne $listed{$path};
    }
    for my $path (sort keys %$hashes) {
        refuse_file($path, 'files', 'the root does not list this file')
          unless $listed{$path} || $path eq 'evidence.jsonl';
    }
    answer_and_exit(1, "invalid manifest.sha256:1: [root] the root is " . id_of($last) . "\n")
      if $manifest_root ne id_of($last);
}

# ---------------------------------------------------------------- findings

sub findings {
    return (findings_of_claims(),
        map { "finding: $_" } overlaps(), copies(), high_rates(), other_digests(),
        findings_of_priors());
}

# Of a null only the text of a word is a finding. PASS says that the check missed a fault of the
# repeats.
sub is_finding {
    my ($item, $row, $node) = @_;
    my ($quantity, $format) = @{$row}[0, 3];
    return 0 if is_null($node->{value}) && $format ne 'word';
    my $text = word($node, 'text');
    my $fault = $item->{fault};
    my $is_in_repeats = $fault && $fault->{when} eq 'repeats';
    return 1 if $quantity eq 'verified' && $text eq 'PASS' && $is_in_repeats;
    return $text ne $QUIET{$quantity} if defined $QUIET{$quantity};
    return defined $ALARM{$quantity} && $text eq $ALARM{$quantity};
}

# Whether the text of a claim of the plan says that a planned fault was caught. %$verified has the
# text of the claim `verified` by the item's index.
sub is_caught {
    my ($item, $quantity, $text, $verified) = @_;
    my $fault = $item->{fault};
    return 0 if !$fault || $text eq 'n/a';
    if ($fault->{when} eq 'transcript') {
        return $quantity eq 'transcript' && $text =~ /\Ainjected (?:reject|repaired)\z/;
    }
    return $quantity =~ /\A(?:verified|transcript)\z/ && $verified->{$item->{index}} eq 'FAIL';
}

sub findings_of_claims {
    my (@found, %verified);
    for my $position (0 .. $#expected_claims) {
        my ($item, $row) = @{$expected_claims[$position]};
        $verified{$item->{index}} = word(node($claims[$position]), 'text')
          if $row->[0] eq 'verified';
    }
    for my $position (0 .. $#expected_claims) {
        my ($item, $row) = @{$expected_claims[$position]};
        my $node = node($claims[$position]);
        next unless is_finding($item, $row, $node);
        my $text   = word($node, 'text');
        my $caught = is_caught($item, $row->[0], $text, \%verified);
        push @found, ($caught ? 'planned fault caught: ' : 'finding: ')
          . word($node, 'name') . " is $text";
    }
    return @found;
}

sub overlaps {
    my @found;
    for my $i (0 .. $#sessions - 1) {
        my ($session, $next) = @sessions[$i, $i + 1];
        my $latest = $session->{end} || 0;
        push @found, "sessions $i and " . ($i + 1) . ' overlap'
          if $next->{start} < $session->{start} || $next->{start} < $latest;
    }
    return @found;
}

# The ok workload, stress and profile observations in which a covariate sampled throughout is
# present. Of the timed ones trials, and a segment that was cut, have no covariates.
sub sampled {
    return grep {
        my %present = node($_->{line})->{covariates} ? present($_->{line}) : ();
        scalar grep { $_ !~ $WITH_GAPS } keys %present;
    } @timed;
}

sub image_of_covariates { canonical(node($_[0]{line})->{covariates}) }

# What a finding calls a timed observation, and its number.
sub noun_of { sort_of($_[0]{line}) eq 'stress' ? 'segment' : 'repeat' }

sub place_of {
    my $node = node($_[0]{line});
    return ($node->{repeat} || $node->{index})->[1];
}

# Observations whose covariates are those of an earlier one.
sub copies {
    my (%first, @found);
    for my $observation (sampled()) {
        my $earlier = $first{image_of_covariates($observation)} ||= $observation;
        next if $earlier == $observation;
        my ($noun_i, $noun_j) = map { noun_of($_) } $earlier, $observation;
        my ($i, $j) = map { place_of($_) } $earlier, $observation;
        my ($label_i, $label_j) = map { $_->{item}{label} } $earlier, $observation;
        my $who =
          $earlier->{item} == $observation->{item} && $noun_i eq $noun_j
          ? "$label_i ${noun_i}s $i and $j"
          : "$label_i $noun_i $i and $label_j $noun_j $j";
        push @found, "$who have the same covariates";
    }
    return @found;
}

# What this record has of its priors that two runs do not have of each other, and their own
# findings. Of a prior that is judged, the priors are not at hand.
sub findings_of_priors {
    my @found;
    my $end = largest(map { $_->{end} } @timed);
    for my $number ($priors ? 1 .. @$priors : ()) {
        my $prior = $priors->[$number - 1];
        my $count = sub {
            my ($words, $N) = @_;
            push @found, "prior $number has $words: $N" if $N;
        };
        push @found, "prior $number has the run id of this record"
          if $prior->{run} eq word($plan, 'run');
        my $times  = grep { $prior->{times}{$_->{start}} } @timed;
        my $images = grep { $prior->{images}{image_of_covariates($_)} } sampled();
        $count->('the times of observations here',      $times);
        $count->('the covariates of observations here', $images);
        push @found, "prior $number began after this record ended"
          if @timed && defined $prior->{first} && $end < $prior->{first};
        $count->('findings of its own', $prior->{findings});
    }
    return @found;
}

# Ok repeats and segments whose rate no device has.
sub high_rates {
    my @found;
    for my $observation (@timed) {
        my ($item, $node) = ($observation->{item}, node($observation->{line}));
        next if sort_of($observation->{line}) !~ /\A(?:workload|stress)\z/;
        next if word($node, 'status') ne 'ok';
        my %present = present($observation->{line});
        my $unit    = $RATE_UNIT{$item->{workload}};
        my $rate    = rate_of($item, $node);
        my $limit;
        if ($rate > number_of($HIGHEST_RATE{$unit})) { $limit = "$HIGHEST_RATE{$unit} $unit" }
        elsif (has_trait($item, $DEPENDENT) && $present{clock}) {
            my $most = multiply($item->{shape}{lanes}, $present{clock}{maximum}[2]);
            $limit = '1 read per lane and cycle' if $rate > $most;
        }
        my $who = join ' ', $item->{label}, noun_of($observation), place_of($observation);
        push @found, "$who has a rate above $limit" if defined $limit;
    }
    return @found;
}

sub is_faulty { my ($item) = @_; $item->{fault} && $item->{fault}{when} eq 'repeats' }

# What the digest of a repeat says against it, or undef.
sub other_digest_of_repeat {
    my ($item, $node) = @_;
    return undef if !has_integers($item) || is_faulty($item);
    my $right = $EXACT_DIGEST{join ' ', $item->{variant}, @{$item->{shape}}{qw(m n k)}};
    return undef unless defined $right;
    my $is_right = word($node, 'output_digest') eq $right;
    if ($nonce ne '') {
        return $is_right ? 'has the digest of the right output for another nonce' : undef;
    }
    return undef if $is_right || $node->{residual}[1]{difference_max}[2] != 0;
    return 'has no wrong element, and not the digest of the right output';
}

# The lines of the repairs whose output is not that of the first repeat that is not rejected, each
# with this repeat's number.
sub other_repairs {
    my ($item) = @_;
    return () if !has_trait($item, $EXACT) || is_faulty($item);
    my @repairs = grep { word(node($_), 'stage') eq 'repair' } @{$item->{stages}} or return ();
    my ($first) = grep { decision($item, $_->{residual}) ne 'reject' }
      map { node($_) } @{$item->{observed}};
    return () unless $first;
    my $digest = word($first, 'output_digest');
    return map { [$_, $first->{repeat}[1]] }
      grep { word(node($_), 'output_digest') ne $digest } @repairs;
}

# Outputs whose digest tells that they are not the right ones, in order of lines.
sub other_digests {
    my @found;    # line and finding
    for my $repeat (@ok_repeats) {
        my ($item, $node) = ($repeat->{item}, node($repeat->{line}));
        my $what = other_digest_of_repeat($item, $node);
        push @found, [$repeat->{line}, "$item->{label} repeat $node->{repeat}[1] $what"]
          if defined $what;
    }
    for my $item (@items) {
        for my $repair (other_repairs($item)) {
            my ($line, $repeat) = @$repair;
            my $who = "$item->{label} stage " . node($line)->{index}[1];
            push @found, [$line, "$who has another output than repeat $repeat"];
        }
    }
    return map { $_->[1] } sort { $a->[0] <=> $b->[0] } @found;
}

# ---------------------------------------------------------------- the tables, for tables.py

sub yes { $_[0] ? 'yes' : 'no' }

# A table's row, a column and its value, a line each.
sub print_row {
    my ($table, $row, %columns) = @_;
    for my $column (sort keys %columns) {
        my $value = defined $columns{$column} ? $columns{$column} : '-';
        print join("\t", $table, $row, $column, $value), "\n";
    }
}

sub shortest_17 { sprintf '%.17g', number_of($_[0]) }

# The letters of a function's inputs for a made-up item: W, K, D, T, F.
sub input_letters {
    my ($function, $workload) = @_;
    my %item = (
        workload    => $workload,
        variant     => $VARIANTS{$workload}[0],
        observed    => [1],
        calibration => 2,
        stages      => [3],
        segments    => [4],
    );
    $item{trial} = {} if $OF_TRIALS{$function};
    my %letters = (1 => has_output(\%item) ? 'W' : 'F', 2 => 'K', 3 => 'D', 4 => 'T');
    return join '', map { $letters{$_} } inputs_of(\%item, $function);
}

sub print_tables {
    for my $workload (sort keys %VARIANTS) {
        for my $variant (@{$VARIANTS{$workload}}) {
            my %columns = (
                dimensions => join(',', map { "$_:$LETTER{$_}" } @{$DIMENSIONS{$workload}}),
                unit       => unit_of({workload => $workload, variant => $variant}),
            );
            if ($workload eq 'gemm' || $workload eq 'profile') {
                my @names = qw(operand_format output_format element_bytes layout predicted_floor);
                @columns{@names} = $workload eq 'gemm' ? @{$GEMM{$variant}} : @NO_OUTPUT;
                my $floor = $columns{predicted_floor};
                $columns{predicted_floor} = shortest_17($floor) if defined $floor;
            }
            print_row('workloads', "$workload $variant", %columns);
        }
    }
    my @quantities = (
        @QUANTITIES,        @SLOPE_QUANTITIES,  @POINT_QUANTITIES,  @PROFILE_QUANTITIES,
        @TRIALS_QUANTITIES, @ATTACK_QUANTITIES, @RATE_QUANTITIES,   @PAIR_QUANTITIES,
        @RECORD_QUANTITIES,
        @CHANGE_QUANTITIES, @JUDGEMENT_QUANTITIES,
        @LINK_QUANTITIES,   @RECALL_QUANTITIES, @PRIOR_QUANTITIES
    );
    for my $place (0 .. $#quantities) {
        my %columns = (place => $place);
        (@columns{qw(name function unit text class tolerance)}, my $needs) = @{$quantities[$place]};
        my $function = delete $columns{function};
        print_row('quantities', $function, %columns, is_restricted => yes($needs));
    }
    for my $function (sort keys %OF_ITEM) {
        my ($of_gemm, $of_other) = map { input_letters($function, $_) } qw(gemm hbm_triad);
        my $is_same = $NEEDED{$function} || $of_gemm eq $of_other;
        print_row(
            'functions', $function,
            inputs        => $is_same ? $of_gemm : "$of_gemm|$of_other",
            is_restricted => yes($NEEDED{$function})
        );
    }
    my @of_profile = map { $_ => input_letters($_, 'profile') } keys %OF_PROFILE;
    my %letter = (
        @of_profile,
        (map { $_ => input_letters($_, 'gemm') } keys %OF_POINT, keys %OF_TRIALS),
        (map { $_ => 'P' } keys %OF_RECORD),
        (map { $_ => 'C' } keys %OF_CHANGE),
        (map { $_ => 'J' } keys %OF_JUDGEMENT),
        (map { $_ => 'S' } keys %OF_SERIES),
        (map { $_ => 'L' } keys %OF_LINK),
        (map { $_ => 'R' } keys %OF_PRIOR),
    );
    for my $function (sort keys %letter) {
        print_row('functions', $function,
            inputs        => $letter{$function},
            is_restricted => yes($NEEDED{$function}));
    }
    for my $covariate (sort keys %COVARIATES, keys %MAY_BE) {
        print_row(
            'covariates', $covariate,
            required   => yes($COVARIATES{$covariate}),
            throughout => yes($covariate !~ $WITH_GAPS)
        );
    }
    print_row('faults', $_, place => yes($_ !~ $PLACELESS)) for @FAULTS;
    print_row('quantiles', $_, q => shortest_17($QUANTILES[$_])) for 0 .. $#QUANTILES;
    print_row('texts', $_, own => 'yes') for @OWN_FORMATS;
    for my $list (sort keys %WORDS) {
        print_row('words', $list, map { $_ => 'yes' } @{$WORDS{$list}});
    }
    print_row('words', 'points', map { $_ => 'yes' } @POINTS);
    print_row('words', 'checks', map { $_ => 'yes' } @CHECKS);
    for my $word (sort keys %TRIALS) {
        my ($group, $least, $most) = @{$TRIALS{$word}};
        print_row('trials', $word,
            attack => yes($group ne 'fault'),
            rate   => yes($group eq 'rate'),
            pair   => yes($group eq 'pair'),
            least  => $least,
            most   => $most);
    }
    print_row('limits', 'line_bytes', value => $MAXIMUM_LINE);
    print_row('limits', 'depth',      value => $MAXIMUM_DEPTH);
    print_row('limits', 'length',     value => $LENGTH);
    print_row('limits', 'vector_row', value => $VECTOR_ROW);
    print_row('limits', 'continues',  value => $MOST_PRIORS);
    print_row('limits', 'minutes',    value => $MOST_MINUTES);
    print_row('limits', 'light_items',   value => $MOST_LIGHT_ITEMS);
    print_row('limits', 'light_repeats', value => $MOST_LIGHT_REPEATS);
    print_row('limits', 'units',      value => $MOST_UNITS);
    print_row('limits', 'profile_repeats', value => $MOST_PROFILE_REPEATS);
    print_row('limits', 'segment_seconds', value => $LEAST_SEGMENT);
}

# ---------------------------------------------------------------- the whole

my $ITS_CHECKER = 'python3 RECORD/code/verify_graph.py RECORD';

# The order of the steps is that of section 8.
sub judge {
    my ($argument) = @_;
    if (-d $argument) {
        my $path         = "$argument/evidence.jsonl";
        my $has_evidence = lstat $path;
        my $is_plain     = $has_evidence && -f _;
        my $has_manifest = lstat "$argument/manifest.sha256";
        if (!$has_evidence && !$has_manifest) {
            opendir my $handle, $argument or cannot_check("cannot open $argument: $!");
            cannot_check("not a record: $argument");
        }
        my $evidence = $is_plain ? read_file($path, 1) : undef;
        if ($is_plain) {
            look_for_unfinished($evidence) unless $has_manifest;
            look_for_other_format($evidence, $ITS_CHECKER);
        }
        find_files($argument, '', \my @found);
        judge_nodes($evidence, $argument) if $is_plain;
        check_files(check_folder($argument, $evidence, @found));
    }
    else {
        my $evidence = read_file($argument, 1);
        look_for_other_format($evidence, $ITS_CHECKER);
        look_for_no_record($argument, $evidence);
        judge_nodes($evidence);
        answer_and_exit(3,
            "incomplete evidence.jsonl: [prior] the priors are absent; check the folder\n")
          if @roots;
    }

    my $answer = "valid $ids[-1]\n"
      . "integrity and arithmetic hold; "
      . "times are the producer's word for good, residuals and digests until re-verified\n";
    $answer .= "$_\n" for findings();
    answer_and_exit(0, $answer);
}

# Answers each line of standard input, a path, with a line "STATUS BYTES" and the output of so many
# bytes. Each is judged in a process of its own that begins as this one is: no state is shared, and
# the program is compiled once.
sub judge_each {
    $| = 1;
    while (my $path = <STDIN>) {
        chomp $path;
        pipe my $reader, my $writer or cannot_check("no pipe: $!");
        my $child = fork;
        defined $child or cannot_check("no process: $!");
        if (!$child) {
            close $reader;
            open STDOUT, '>&', $writer or cannot_check("no output: $!");
            open STDERR, '>&', $writer or cannot_check("no output: $!");
            judge($path);
        }
        close $writer;
        my $answer = do { local $/; <$reader> } // '';
        waitpid $child, 0;
        printf "%d %d\n%s", $? & 127 ? 128 + ($? & 127) : $? >> 8, length $answer, $answer;
    }
}

if (@ARGV == 1 && $ARGV[0] eq '--tables') { print_tables(); exit 0 }
if (@ARGV == 1 && $ARGV[0] eq '--each')   { judge_each();   exit 0 }
@ARGV == 1 or cannot_check('usage: third_checker.pl RECORD_DIR|evidence.jsonl');
judge($ARGV[0]);
