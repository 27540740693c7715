
# The words of the command so far; fails where the cursor is in front of it.
function __ddsmt_command
    set -l words (commandline -opc)[2..]
    set -l operands 0
    set -l files 2
    set -l plain no
    set -l triage no
    while set -q words[1]
        set -l word $words[1]
        if test $plain = no -a "$word" = --
            set plain yes
        else if string match -qr -- '^-.' $word; and test $plain = no; and test $operands -lt $files -o $triage = yes
            contains -- $word --triage; and set triage yes
            contains -- $word --signature; and set files 1
            if contains -- $word @VALUED@
                set -q words[2]; or return 1
                set -e words[1]
            end
        else if test $operands = $files
            break
        else
            set operands (math $operands + 1)
        end
        set -e words[1]
    end
    set -l token (commandline -ct)
    test $operands = $files; or return 1
    if not set -q words[1]; and test $triage = yes -a $plain = no; and string match -q -- '-*' $token
        return 1
    end
    string join -- ' ' (string escape -- $words) "$token"
    return 0
end
complete -c ddsmt -n __ddsmt_command -f -a '(complete --do-complete=(__ddsmt_command))'
