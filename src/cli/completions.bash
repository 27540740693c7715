
# Words behind the files belong to the command: its name is completed, and files for it.
_ddsmt_words() {
    local valued=" @VALUED@ " commands=" @COMMANDS@ "
    local word option='' glued='' plain='' triage=0 operands=0 files=2
    COMPREPLY=()
    for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
        if [[ $word == [=:]* ]]; then
            # Here bash splits words.
            glued=1
        elif [[ $glued || $option ]]; then
            glued='' option=''
        elif [[ $word == -- && ! $plain ]]; then
            plain=1
        elif [[ $word == -?* && ! $plain ]] && ((operands < files || triage)); then
            [[ $valued == *" $word "* ]] && option=$word
            [[ $word == --triage ]] && triage=1
            [[ $word == --signature ]] && files=1
        elif ((operands++ == files)); then
            return
        fi
    done
    if [[ $option && $commands != *" $option "* ]]; then
        _ddsmt "$1" "$2" "$option"
    elif [[ ! $option && ! $plain && $2 == -* ]] && ((operands < files || triage)); then
        _ddsmt "$@"
    elif [[ $option ]] || ((operands == files)); then
        compopt -o filenames 2>/dev/null
        local IFS=$'\n'
        COMPREPLY=($(compgen -c -- "$2"))
    fi
}
complete -F _ddsmt_words -o bashdefault -o default ddsmt
